"""The readers: a BERT or an MPNet with three logits, for training and for reading with what was trained.

Trained are the layers and the classifier; embeddings and relative positions stay as published. Of the last layer only the first token's row
is computed, since the classifier reads nothing else (Devlin et al. 2019, section 3.2).
"""

import json
import math
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import nn
from torch.nn import functional

FAR = 512  # tokens apart beyond which no positions are told


class Matrix(nn.Module):
    def __init__(self, weight: torch.Tensor, bias: torch.Tensor):
        super().__init__()
        self.weight, self.bias = nn.Parameter(weight.clone()), nn.Parameter(bias.clone())
        self.reach = None  # the largest value of each of its inputs, see Reader.look

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.linear(x, self.weight.to(x.dtype), self.bias.to(x.dtype))


class Norm(nn.Module):
    def __init__(self, weight: torch.Tensor, bias: torch.Tensor, least: float):
        super().__init__()
        self.weight, self.bias, self.least = nn.Parameter(weight.clone()), nn.Parameter(bias.clone()), least

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(x, x.shape[-1:], self.weight.to(x.dtype), self.bias.to(x.dtype), self.least)


# How the published weights of a layer are called: query, key, value, what mixes the heads, and its norm.
PARTS = {"mpnet": ("attention.attn.q", "attention.attn.k", "attention.attn.v", "attention.attn.o", "attention.LayerNorm"),
         "bert": ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
                  "attention.output.LayerNorm")}


class Layer(nn.Module):
    def __init__(self, base: dict, at: str, config: dict):
        super().__init__()
        w, b = (lambda name, end=end: base[f"{at}{name}.{end}"] for end in ("weight", "bias"))
        *three, out, norm = PARTS[config["model_type"]]
        self.heads, least = config["num_attention_heads"], config["layer_norm_eps"]
        self.qkv = Matrix(torch.cat([w(n) for n in three]), torch.cat([b(n) for n in three]))
        self.out, self.inner, self.outer = (Matrix(w(n), b(n)) for n in (out, "intermediate.dense", "output.dense"))
        self.norm1, self.norm2 = (Norm(w(n), b(n), least) for n in (norm, "output.LayerNorm"))
        self.dropped = 0.0  # share of states that training drops

    def forward(self, x: torch.Tensor, rows: int, bias: torch.Tensor, first: bool) -> torch.Tensor:
        """The next state of rows of tokens that stand below each other; of their first tokens alone if first. bias is added to the
        scores of attention."""
        width, tokens = x.shape[1], x.shape[0] // rows
        q, k, v = self.qkv(x).view(rows, tokens, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        if first:
            q, bias, x = q[:, :, :1], bias[:, :, :1], x.view(rows, tokens, width)[:, 0]
        dropped = self.dropped if self.training else 0.0
        bias = bias.expand(rows, self.heads, q.shape[2], tokens)
        mixed = functional.scaled_dot_product_attention(q, k, v, bias, dropped).transpose(1, 2).reshape(-1, width)
        x = self.norm1(x + functional.dropout(self.out(mixed), dropped))
        return self.norm2(x + functional.dropout(self.outer(functional.gelu(self.inner(x))), dropped))


def buckets(far: int, count: int = 32, most: int = 128) -> torch.Tensor:
    """The bucket of each distance (key less query) from 1 - far to far - 1, as MPNet has them (Song et al. 2020; after
    Raffel et al. 2020)."""
    n, half = -torch.arange(1 - far, far), count // 2
    near = half // 2
    large = near + (torch.log(n.abs().clamp(min=1).float() / near) / math.log(most / near) * (half - near)).long()
    return (n < 0).long() * half + torch.where(n.abs() < near, n.abs(), large.clamp(max=half - 1))


class Reader(nn.Module):
    """Three logits for each pair of a premise and a claim, and one of relevance, from a folder with config.json and model.safetensors of a BERT or an MPNet."""

    def __init__(self, start: Path, kind: torch.dtype = torch.float32):
        super().__init__()
        config = json.loads((start / "config.json").read_text())
        base = {n.removeprefix("bert."): t for n, t in load_file(start / "model.safetensors").items()}
        width, self.kind, self.least, mpnet = config["hidden_size"], kind, config["layer_norm_eps"], config["model_type"] == "mpnet"
        self.types = not mpnet  # whether it is told which tokens are the claim's
        keep = lambda name, value: self.register_buffer(name, value, persistent=False)
        keep("words", base["embeddings.word_embeddings.weight"])
        keep("places", base["embeddings.position_embeddings.weight"][2 if mpnet else 0:])  # MPNet's first two are of no token
        keep("sides", torch.zeros(2, width) if mpnet else base["embeddings.token_type_embeddings.weight"])
        keep("norm_weight", base["embeddings.LayerNorm.weight"])
        keep("norm_bias", base["embeddings.LayerNorm.bias"])
        keep("distances", base["encoder.relative_attention_bias.weight"][buckets(FAR)] if mpnet else None)  # distances x heads
        self.layers = nn.ModuleList(Layer(base, f"encoder.layer.{i}.", config) for i in range(config["num_hidden_layers"]))
        self.dense, self.classifier = nn.Linear(width, width), nn.Linear(width, 3)
        self.dense2, self.relevance = nn.Linear(width, width), nn.Linear(width, 1)
        for m in (self.dense2, self.relevance):
            nn.init.normal_(m.weight, std=.02)
            nn.init.zeros_(m.bias)
        for m, name in ((self.dense, "pooler.dense"), (self.classifier, "classifier")):
            known = name + ".weight" in base and not mpnet
            nn.init.normal_(m.weight, std=.02)
            nn.init.zeros_(m.bias)
            if known:
                m.load_state_dict({"weight": base[name + ".weight"], "bias": base[name + ".bias"]})

    def drop(self, share: float):
        """Sets the share of states that training drops."""
        for layer in self.layers:
            layer.dropped = share

    def positions(self, tokens: int) -> torch.Tensor:
        """What attention adds for the distance of two tokens: 1 x heads x tokens x tokens."""
        if self.distances is None:
            return torch.zeros(1, 1, tokens, tokens, dtype=self.kind, device=self.words.device)
        at = torch.arange(tokens, device=self.distances.device)
        return self.distances[at[None] - at[:, None] + FAR - 1].permute(2, 0, 1)[None].to(self.kind).contiguous()

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor = None) -> torch.Tensor:
        rows, tokens = input_ids.shape
        x = self.words[input_ids] + self.places[:tokens]
        if self.types:
            x = x + self.sides[token_type_ids]
        x = functional.layer_norm(x, x.shape[-1:], self.norm_weight, self.norm_bias, self.least).to(self.kind).view(rows * tokens, -1)
        bias = self.positions(tokens) + ((attention_mask[:, None, None] - 1) * 1e4).to(self.kind)
        for layer in self.layers:
            x = layer(x, rows, bias, layer is self.layers[-1])
        x = x.float()
        return torch.cat([self.classifier(torch.tanh(self.dense(x))), self.relevance(torch.tanh(self.dense2(x)))], -1)

    def look(self, batches: list):
        """Keeps the largest values that the inputs of each matrix take."""
        def see(m: Matrix, inputs: tuple):
            m.reach = torch.maximum(m.reach, inputs[0].abs().amax(0))

        hooks = []
        for m in self.modules():
            if isinstance(m, Matrix):
                m.reach = torch.zeros(m.weight.shape[1])
                hooks.append(m.register_forward_pre_hook(see))
        with torch.inference_mode():
            for some in batches:
                self(**some)
        for hook in hooks:
            hook.remove()

    def save(self, file: Path, seen: int):
        """Writes what is trained, in 16 bits, and how many pairs it has seen."""
        file.parent.mkdir(parents=True, exist_ok=True)
        save_file({n: p.detach().to(torch.float16).contiguous() for n, p in self.named_parameters()}, file, {"pairs": str(seen)})

    def load(self, file: Path) -> int:
        """Reads what save wrote."""
        with safe_open(file, "pt") as f:
            got = self.load_state_dict({n: f.get_tensor(n).float() for n in f.keys()}, strict=False)
            lacks = [n for n in got.missing_keys if not n.startswith(("dense2.", "relevance."))]  # weights from before have none of these
            if lacks or got.unexpected_keys:
                raise SystemExit(f"{file} lacks {lacks} and has {got.unexpected_keys} besides")
            return int(f.metadata()["pairs"])
