"""Rewrites convolution graphs so that ONNX Runtime keeps them in its blocked layout throughout.

ONNX Runtime's fastest convolutions work on blocks of channels (NCHWc). Operators without such a
kernel cost a change of layout before and after. Three of them stand in the face models, and each
is written here as something that has one:

* transposes between convolutions, left from TFLite's channels-last order, go;
* padding with empty channels becomes a 1 × 1 convolution with an identity matrix;
* PReLU becomes two depthwise 1 × 1 convolutions, of which ONNX Runtime takes the ReLU and the
  addition along for nothing.

The last needs an explanation. With the slope s of a channel, PReLU(x) = s·x + (1 − s)·ReLU(x).
Where s ≤ 1 that is s·x + ReLU((1 − s)·x). Where s > 1 the function bends the other way, and its
negative −s·x + ReLU((s − 1)·x) is computed; whatever reads the channel multiplies its weights by
−1. Both are one convolution with a fused ReLU and one with a fused addition.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import helper, numpy_helper

Array = npt.NDArray[Any]


class UnsupportedGraph(Exception):
    """The graph has something in a place where it cannot be rewritten."""


class Graph:
    """Nodes and stored values of a model, under construction."""

    def __init__(self, proto: onnx.GraphProto) -> None:
        self.proto = proto
        self.values = {tensor.name: numpy_helper.to_array(tensor) for tensor in proto.initializer}
        self.nodes: list[onnx.NodeProto] = []
        self.readers: dict[str, list[onnx.NodeProto]] = defaultdict(list)
        for node in proto.node:
            for name in node.input:
                self.readers[name].append(node)

    def store(self, value: Array, name: str) -> str:
        self.values[name] = np.ascontiguousarray(value.astype(np.float32))
        return name

    def finish(self) -> None:
        used = {name for node in self.nodes for name in node.input}
        tensors = [numpy_helper.from_array(v, k) for k, v in self.values.items() if k in used]
        replace(self.proto.node, self.nodes)
        replace(self.proto.initializer, tensors)


def replace(field: Any, values: list[Any]) -> None:
    """Replaces the contents of a repeated protobuf field."""
    del field[:]
    field.extend(values)


def attributes(node: onnx.NodeProto) -> dict[str, Any]:
    return {a.name: helper.get_attribute_value(a) for a in node.attribute}


def without_transposes(model: onnx.ModelProto) -> onnx.ModelProto:
    """A model of pictures in which every four-dimensional tensor is channels × height × width.

    The picture that goes in has its channels first afterwards; what comes out are single pixels,
    whose order is the same either way.
    """
    graph = Graph(model.graph)
    source: dict[str, str] = {}  # What stands for the result of a transpose.
    for node in model.graph.node:
        operands = [source.get(name, name) for name in node.input]
        if node.op_type == "Transpose":
            source[node.output[0]] = operands[0]
            continue
        replace(node.input, operands)
        if node.op_type == "Pad":
            pads = graph.values[node.input[1]].reshape(2, 4)[:, [0, 3, 1, 2]]
            graph.nodes.append(padding_convolution(node, pads, graph))
        else:
            graph.nodes.append(node)
    public = {source[output.name]: output.name for output in model.graph.output if output.name in source}
    for node in graph.nodes:
        replace(node.input, [public.get(name, name) for name in node.input])
        replace(node.output, [public.get(name, name) for name in node.output])
    graph.finish()
    size = model.graph.input[0].type.tensor_type.shape.dim
    if size[3].dim_value != 3:
        raise UnsupportedGraph("the input is no colour picture with its channels last")
    size[1].dim_value, size[2].dim_value, size[3].dim_value = 3, size[1].dim_value, size[2].dim_value
    # Their last two axes are 1 × 1 now, where the first two were.
    for output in model.graph.output:
        shape = output.type.tensor_type.shape.dim
        if len(shape) == 4:
            shape[1].dim_value, shape[3].dim_value = shape[3].dim_value, 1
    return model


def padding_convolution(node: onnx.NodeProto, pads: Array, graph: Graph) -> onnx.NodeProto:
    """As many empty channels behind the others as there are others."""
    added = int(pads[1, 1])
    if pads.sum() != added:
        raise UnsupportedGraph("padding of something other than channels")
    weights = graph.store(np.eye(2 * added, added)[:, :, None, None], node.output[0] + "_pad")
    return helper.make_node("Conv", [node.input[0], weights], list(node.output), kernel_shape=[1, 1])


def folded_normalisations(model: onnx.ModelProto) -> onnx.ModelProto:
    """Batch normalisation behind a convolution becomes part of its weights."""
    graph = Graph(model.graph)
    for node in model.graph.node:
        before = graph.nodes[-1] if graph.nodes else None
        if node.op_type != "BatchNormalization" or before is None or before.op_type != "Conv":
            graph.nodes.append(node)
            continue
        if list(before.output) != [node.input[0]] or len(graph.readers[node.input[0]]) != 1:
            raise UnsupportedGraph("a convolution is read both normalised and not")
        gamma, beta, mean, variance = (graph.values[name].astype(np.float64) for name in node.input[1:5])
        factor = gamma / np.sqrt(variance + attributes(node).get("epsilon", 1e-5))
        weights = graph.values[before.input[1]] * factor.reshape(-1, 1, 1, 1)
        bias = graph.values[before.input[2]] if len(before.input) > 2 else np.zeros_like(mean)
        name = node.output[0]
        operands = [
            before.input[0],
            graph.store(weights, name + "_w"),
            graph.store((bias - mean) * factor + beta, name + "_b"),
        ]
        graph.nodes[-1] = helper.make_node("Conv", operands, [name], **attributes(before))
    graph.finish()
    return model


def convolved_prelus(model: onnx.ModelProto) -> onnx.ModelProto:
    """Every PReLU as two depthwise convolutions, see above."""
    return PReLURewriter(model).rewritten()


class PReLURewriter:
    def __init__(self, model: onnx.ModelProto) -> None:
        self.model = model
        self.graph = Graph(model.graph)
        # +1 or −1 per channel, for tensors some of whose channels are stored negated.
        self.signs: dict[str, Array] = {}

    def rewritten(self) -> onnx.ModelProto:
        for node in self.model.graph.node:
            if node.op_type == "Conv":
                self.convolution(node)
            elif node.op_type == "PRelu":
                self.prelu(node)
            elif node.op_type == "Add" and any(name in self.signs for name in node.input):
                self.addition(node)
            elif any(name in self.signs for name in node.input):
                raise UnsupportedGraph(f"{node.op_type} behind a negated channel")
            else:
                self.graph.nodes.append(node)
        self.graph.finish()
        return self.model

    def convolution(self, node: onnx.NodeProto) -> None:
        """Takes negated channels in, and gives them out only where they are added to such."""
        incoming = self.signs.get(node.input[0])
        outgoing = self.expected_signs(node.output[0])
        if incoming is not None or outgoing is not None:
            weights = self.graph.values[node.input[1]].astype(np.float64)
            if incoming is not None:
                depthwise = attributes(node).get("group", 1) != 1
                weights = weights * incoming.reshape((-1, 1, 1, 1) if depthwise else (1, -1, 1, 1))
            if outgoing is not None:
                weights = weights * outgoing.reshape(-1, 1, 1, 1)
                self.signs[node.output[0]] = outgoing
                if len(node.input) > 2:
                    bias = self.graph.values[node.input[2]] * outgoing
                    node.input[2] = self.graph.store(bias, node.input[2] + "_signed")
            node.input[1] = self.graph.store(weights, node.input[1] + "_signed")
        self.graph.nodes.append(node)

    def expected_signs(self, name: str) -> Array | None:
        """Those of the other operand, where the only thing done with a value is adding it."""
        readers = self.graph.readers[name]
        if len(readers) != 1 or readers[0].op_type != "Add":
            return None
        others = [other for other in readers[0].input if other != name]
        return self.signs.get(others[0]) if others else None

    def addition(self, node: onnx.NodeProto) -> None:
        first, second = (self.signs.get(name) for name in node.input)
        if first is None or second is None or (first != second).any():
            raise UnsupportedGraph("an addition of a negated channel and one that is not")
        self.signs[node.output[0]] = first
        self.graph.nodes.append(node)

    def prelu(self, node: onnx.NodeProto) -> None:
        value, result = node.input[0], node.output[0]
        slopes = self.graph.values[node.input[1]].astype(np.float64).reshape(-1)
        incoming = self.signs.get(value, np.ones_like(slopes))
        if any(reader.op_type == "MaxPool" for reader in self.graph.readers[result]):
            # The largest of negated values is another one.
            self.plain_prelu(value, result, slopes, incoming)
            return
        outgoing = np.where(slopes > 1, -1.0, 1.0)
        bent = self.scaled(value, np.abs(1 - slopes) * incoming, result + "_q")
        self.add("Relu", [bent], result + "_r")
        self.scaled(value, slopes * incoming * outgoing, result + "_s")
        self.add("Add", [result + "_s", result + "_r"], result)
        if (outgoing < 0).any():
            self.signs[result] = outgoing

    def plain_prelu(self, value: str, result: str, slopes: Array, incoming: Array) -> None:
        """In three convolutions, without negated channels."""
        upright = self.scaled(value, incoming, result + "_u")
        self.add("Relu", [upright], result + "_r")
        self.scaled(value, slopes * incoming, result + "_s")
        self.scaled(result + "_r", 1 - slopes, result + "_q")
        self.add("Add", [result + "_s", result + "_q"], result)

    def scaled(self, value: str, factors: Array, name: str) -> str:
        weights = self.graph.store(factors.reshape(-1, 1, 1, 1), name + "_w")
        return self.add("Conv", [value, weights], name, kernel_shape=[1, 1], group=len(factors))

    def add(self, kind: str, operands: list[str], name: str, **settings: Any) -> str:
        self.graph.nodes.append(helper.make_node(kind, operands, [name], **settings))
        return name
