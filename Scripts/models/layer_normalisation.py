"""Finds layer normalisations that a converter has spelt out, and makes each a single operator.

TFLite has no operator for them, so MediaPipe's mixer writes, with m the mean and v the variance
of the last axis, x·k + (−m)·k where k = γ / √(v + ε): ten small operators whose own work is
nothing beside the effort of calling them.
"""

from __future__ import annotations

import onnx
from onnx import helper, numpy_helper

from blocked_layout import replace

OPSET = 17  # The first with LayerNormalization.


def with_layer_normalisations(model: onnx.ModelProto) -> onnx.ModelProto:
    graph = model.graph
    makers = {name: node for node in graph.node for name in node.output}
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}

    def maker(name: str, kind: str) -> onnx.NodeProto | None:
        node = makers.get(name)
        return node if node is not None and node.op_type == kind else None

    def normalised(total: onnx.NodeProto) -> onnx.NodeProto | None:
        """The operator that computes what this addition does, if that is what it computes."""
        scaled, shifted = (maker(name, "Mul") for name in total.input)
        if scaled is None or shifted is None or scaled.input[1] != shifted.input[1]:
            return None
        value, factor = scaled.input
        negated = maker(shifted.input[0], "Neg")
        mean = negated and maker(negated.input[0], "ReduceMean")
        gain = maker(factor, "Mul")
        inverse = gain and maker(gain.input[0], "Reciprocal")
        root = inverse and maker(inverse.input[0], "Sqrt")
        sum_ = root and maker(root.input[0], "Add")
        variance = sum_ and maker(sum_.input[0], "ReduceMean")
        square = variance and maker(variance.input[0], "Mul")
        difference = square and maker(square.input[0], "Sub")
        if not (mean and gain and sum_ and square and difference):
            return None
        if mean.input[0] != value or square.input[0] != square.input[1]:
            return None
        if list(difference.input) != [value, mean.output[0]]:
            return None
        return helper.make_node(
            "LayerNormalization",
            [value, gain.input[1]],
            list(total.output),
            axis=-1,
            epsilon=float(stored[sum_.input[1]].item()),
        )

    nodes = [(normalised(node) if node.op_type == "Add" else None) or node for node in graph.node]
    nodes = needed(nodes, {output.name for output in graph.output})
    used = {name for node in nodes for name in node.input}
    kept = [tensor for tensor in graph.initializer if tensor.name in used]
    replace(graph.node, nodes)
    replace(graph.initializer, kept)
    model.opset_import[0].version = OPSET
    return model


def needed(nodes: list[onnx.NodeProto], wanted: set[str]) -> list[onnx.NodeProto]:
    """The nodes that take part in making the wanted values, in their order."""
    kept = []
    for node in reversed(nodes):
        if wanted.intersection(node.output):
            wanted = wanted.union(node.input)
            kept.append(node)
    return kept[::-1]
