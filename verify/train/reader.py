"""The readers: a BERT or an MPNet with three logits, whole or with low-rank adapters, for training and for reading with what was trained.

With adapters each matrix W of the layers stays as published and gets two narrow ones beside it, so that it maps x to W x + B A x (Hu
et al. 2021, LoRA, section 4.1; scale 1). What is trained is A, B, the biases, the layer norms and the classifier: of MPNet a twentieth
of the weights, with a third less arithmetic than training all, and few enough to commit. Embeddings and relative positions stay as published either way.

Of the last layer only the first token's row is computed, since the classifier reads nothing else (Devlin et al. 2019, section 3.2).
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


class LowRank(torch.autograd.Function):
    """x W' + b + (x A') B' for rows x; W has no gradient."""

    @staticmethod
    def forward(ctx, x, w, b, down, up):
        narrow = x @ down.T
        ctx.save_for_backward(x, w, narrow, down, up)
        return torch.addmm(b, x, w.T).addmm_(narrow, up.T)

    @staticmethod
    def backward(ctx, d):
        x, w, narrow, down, up = ctx.saved_tensors
        d = d.contiguous()
        through = d @ up
        dx = (d @ w).addmm_(through, down) if ctx.needs_input_grad[0] else None
        return dx, None, d.sum(0), through.T @ x, d.T @ narrow


class Attention(torch.autograd.Function):
    """softmax(q k' + bias) v for q, k, v of batch x heads x tokens x width (q scaled): scores and softmax stay in their type, in place.
    Torch's fused kernel has a fast forward pass on a CPU and a slow backward one."""

    @staticmethod
    def forward(ctx, q, k, v, positions, mask):
        p = torch.softmax((q @ k.transpose(-1, -2)).add_(positions).add_(mask), -1)
        ctx.save_for_backward(q, k, v, p)
        return p @ v

    @staticmethod
    def backward(ctx, d):
        q, k, v, p = ctx.saved_tensors
        scores = torch._softmax_backward_data(d @ v.transpose(-1, -2), p, -1, p.dtype)
        return scores @ k, scores.transpose(-1, -2) @ q, p.transpose(-1, -2) @ d, None, None


class Matrix(nn.Module):
    """A published matrix and bias, with an adapter beside the matrix unless rank is 0."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor, rank: int, kind: torch.dtype):
        super().__init__()
        self.rank, self.bias = rank, nn.Parameter(bias.clone())
        if not rank:
            self.weight = nn.Parameter(weight.clone())
            return
        self.register_buffer("weight", weight.to(kind).contiguous(), persistent=False)
        self.down = nn.Parameter(torch.empty(rank, weight.shape[1]).uniform_(-1, 1) / math.sqrt(weight.shape[1]))
        self.up = nn.Parameter(torch.zeros(weight.shape[0], rank))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kind = x.dtype
        if not self.rank:
            return functional.linear(x, self.weight.to(kind), self.bias.to(kind))
        return LowRank.apply(x, self.weight, self.bias.to(kind), self.down.to(kind), self.up.to(kind))

    def whole(self) -> torch.Tensor:
        """The matrix with its adapter in it."""
        return self.weight.float() + self.up @ self.down if self.rank else self.weight


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
    def __init__(self, base: dict, at: str, config: dict, rank: int, kind: torch.dtype):
        super().__init__()
        w, b = (lambda name, end=end: base[f"{at}{name}.{end}"] for end in ("weight", "bias"))
        *three, out, norm = PARTS[config["model_type"]]
        self.heads, least = config["num_attention_heads"], config["layer_norm_eps"]
        self.qkv = Matrix(torch.cat([w(n) for n in three]), torch.cat([b(n) for n in three]), rank, kind)
        self.out, self.inner, self.outer = (Matrix(w(n), b(n), rank, kind) for n in (out, "intermediate.dense", "output.dense"))
        self.norm1, self.norm2 = (Norm(w(n), b(n), least) for n in (norm, "output.LayerNorm"))

    def forward(self, x: torch.Tensor, rows: int, positions: torch.Tensor, mask: torch.Tensor, first: bool) -> torch.Tensor:
        """The next state of rows of tokens that stand below each other; of their first tokens alone if first."""
        width, tokens = x.shape[1], x.shape[0] // rows
        q, k, v = self.qkv(x).view(rows, tokens, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        if first:
            q, positions, x = q[:, :, :1], positions[:, :, :1], x.view(rows, tokens, width)[:, 0]
        mixed = Attention.apply(q * (width // self.heads) ** -.5, k, v, positions, mask)
        x = self.norm1(x + self.out(mixed.transpose(1, 2).reshape(-1, width)))
        return self.norm2(x + self.outer(functional.gelu(self.inner(x))))


def buckets(far: int, count: int = 32, most: int = 128) -> torch.Tensor:
    """The bucket of each distance (key less query) from 1 - far to far - 1, as MPNet has them (Song et al. 2020; after
    Raffel et al. 2020)."""
    n, half = -torch.arange(1 - far, far), count // 2
    near = half // 2
    large = near + (torch.log(n.abs().clamp(min=1).float() / near) / math.log(most / near) * (half - near)).long()
    return (n < 0).long() * half + torch.where(n.abs() < near, n.abs(), large.clamp(max=half - 1))


class Reader(nn.Module):
    """Three logits for each pair of a premise and a claim, from a folder with config.json and model.safetensors of a BERT or an MPNet."""

    def __init__(self, start: Path, rank: int = 32, kind: torch.dtype = torch.float32):
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
        self.layers = nn.ModuleList(Layer(base, f"encoder.layer.{i}.", config, rank, kind) for i in range(config["num_hidden_layers"]))
        self.dense, self.classifier = nn.Linear(width, width), nn.Linear(width, 3)
        for m, name in ((self.dense, "pooler.dense"), (self.classifier, "classifier")):
            known = name + ".weight" in base and not mpnet
            nn.init.normal_(m.weight, std=.02)
            nn.init.zeros_(m.bias)
            if known:
                m.load_state_dict({"weight": base[name + ".weight"], "bias": base[name + ".bias"]})

    def positions(self, tokens: int) -> torch.Tensor:
        """What attention adds for the distance of two tokens: 1 x heads x tokens x tokens."""
        if self.distances is None:
            return torch.zeros(1, 1, 1, 1, dtype=self.kind)
        at = torch.arange(tokens, device=self.distances.device)
        return self.distances[at[None] - at[:, None] + FAR - 1].permute(2, 0, 1)[None].to(self.kind).contiguous()

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor = None) -> torch.Tensor:
        rows, tokens = input_ids.shape
        x = self.words[input_ids] + self.places[:tokens]
        if self.types:
            x = x + self.sides[token_type_ids]
        x = functional.layer_norm(x, x.shape[-1:], self.norm_weight, self.norm_bias, self.least).to(self.kind).view(rows * tokens, -1)
        mask = ((attention_mask[:, None, None] - 1) * 1e4).to(self.kind)
        positions = self.positions(tokens)
        for layer in self.layers:
            x = layer(x, rows, positions, mask, layer is self.layers[-1])
        return self.classifier(torch.tanh(self.dense(x.float())))

    def save(self, file: Path, seen: int):
        """Writes what is trained, in 16 bits, and how many pairs it has seen."""
        file.parent.mkdir(parents=True, exist_ok=True)
        save_file({n: p.detach().to(torch.float16).contiguous() for n, p in self.named_parameters()}, file, {"pairs": str(seen)})

    def load(self, file: Path) -> int:
        """Reads what save wrote."""
        with safe_open(file, "pt") as f:
            self.load_state_dict({n: f.get_tensor(n).float() for n in f.keys()})
            return int(f.metadata()["pairs"])


def able(device: str) -> bool:
    """Whether bf16 is fast: where the processor multiplies it by itself (AVX-512 BF16, AMX, a GPU). Elsewhere fp32 is
    forty times as fast."""
    return device == "cuda" or torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
