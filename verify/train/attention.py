"""Self-attention for training on a CPU: scores and softmax stay in bf16, in place.

Under autocast BERT's eager attention copies the scores to fp32, adds the mask there and copies them back; at 224 tokens that was a third of a
forward pass. Torch's fused kernel has a fast forward pass on a CPU and a slow backward one. Probabilities are not dropped out.
"""

import torch
from transformers.models.bert.modeling_bert import BertSelfAttention


class Attention(torch.autograd.Function):
    """softmax(q k^T + mask) v, for q, k, v of batch x heads x tokens x width (q scaled), mask of batch x 1 x 1 x tokens."""

    @staticmethod
    def forward(ctx, q, k, v, mask):
        p = torch.softmax(torch.matmul(q, k.transpose(-1, -2)).add_(mask), -1, dtype=q.dtype)
        ctx.save_for_backward(q, k, v, p)
        return torch.matmul(p, v)

    @staticmethod
    def backward(ctx, d):
        q, k, v, p = ctx.saved_tensors
        scores = torch._softmax_backward_data(torch.matmul(d, v.transpose(-1, -2)), p, -1, p.dtype)
        return torch.matmul(scores, k), torch.matmul(scores.transpose(-1, -2), q), torch.matmul(p.transpose(-1, -2), d), None


def forward(self, x, attention_mask, *_):
    rows, tokens, width = x.shape
    heads = lambda t: t.view(rows, tokens, self.num_attention_heads, self.attention_head_size).transpose(1, 2)
    q = self.query(x) * self.attention_head_size ** -.5
    out = Attention.apply(heads(q), heads(self.key(x)), heads(self.value(x)), attention_mask.to(q.dtype))
    return (out.transpose(1, 2).reshape(rows, tokens, width),)


def use():
    """Every BERT built as "eager" attends so from now on."""
    BertSelfAttention.forward = forward
