package bridgehop;

import java.util.Optional;
import org.neo4j.configuration.Config;
import org.neo4j.gds.applications.operations.FeatureTogglesRepository;
import org.neo4j.gds.core.model.OpenModelCatalog;
import org.neo4j.gds.core.write.NativeExportBuildersProvider;
import org.neo4j.gds.logging.Log;
import org.neo4j.gds.metrics.Metrics;
import org.neo4j.gds.procedures.integration.DefaultExportLocation;
import org.neo4j.gds.procedures.integration.OpenGraphDataScienceExtensionBuilder;
import org.neo4j.kernel.api.procedure.GlobalProcedures;
import org.neo4j.kernel.extension.ExtensionFactory;
import org.neo4j.kernel.extension.context.ExtensionContext;
import org.neo4j.kernel.lifecycle.Lifecycle;

/** Gives the open procedures of Graph Data Science what they ask for. */
public final class Gds extends ExtensionFactory<Gds.Parts> {
    public interface Parts {
        Config config();
        GlobalProcedures procedures();
    }

    public Gds() { super("bridgehop-gds"); }

    @Override
    public Lifecycle newInstance(ExtensionContext context, Parts parts) {
        Log log = Log.noOpLog();
        return OpenGraphDataScienceExtensionBuilder.create(log, parts.procedures(), parts.config(),
            (db, config) -> new NativeExportBuildersProvider(), new DefaultExportLocation(log, parts.config()), new FeatureTogglesRepository(),
            Metrics.DISABLED, new OpenModelCatalog(), model -> { throw new UnsupportedOperationException(); },
            Optional.empty(), Optional.empty(), Optional.empty()).getLeft().build();
    }
}
