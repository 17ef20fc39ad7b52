# bridgehop with ONNX Runtime, as a user without rights. Not tried by the tests, which have no container engine.
#
#   docker build -t bridgehop .
#   docker run --rm -p 127.0.0.1:8080:8080 -e BRIDGEHOP_TOKEN=$(openssl rand -hex 16) -v $PWD/wiki.bridgehop:/wiki bridgehop serve --store /wiki --addr 0.0.0.0:8080
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN go build -trimpath -ldflags '-s -w' -o /bridgehop ./cli/bridgehop

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends python3-pip ca-certificates && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home bridgehop && install -d -o bridgehop /home/bridgehop/.cache
COPY --from=build /bridgehop /usr/local/bin/bridgehop
USER bridgehop
RUN bridgehop setup
ENTRYPOINT ["bridgehop"]
CMD ["serve", "--addr", "0.0.0.0:8080"]
