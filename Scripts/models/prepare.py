#!/usr/bin/env python3
"""Prepares one downloaded model for the engine: `prepare.py KIND SOURCE TARGET`.

Kinds, as in the `prepared` field of manifest.json:

* `tflite-to-onnx` – MediaPipe's landmarks and blendshapes, see tflite_to_onnx.py;
* `yunet-any-size` – OpenCV Zoo's YuNet takes 640 × 640 pictures as published; afterwards it
  takes any height and width that are multiples of 32;
* `sface-dequantise` – OpenCV Zoo's SFace with 8-bit weights in blocks becomes an ordinary
  32-bit model: ONNX Runtime needs 50 ms a face for the former and 14 ms for the latter.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import helper, numpy_helper

import tflite_to_onnx

Array = npt.NDArray[Any]

SFACE_INPUT = "data"
# Without the block-quantisation operators (opset 21) nothing in SFace needs more than this.
SFACE_OPSET = 11
SFACE_IR_VERSION = 8


def landmark_model(source: Path) -> onnx.ModelProto:
    return tflite_to_onnx.convert(source.read_bytes())


def yunet_any_size(source: Path) -> onnx.ModelProto:
    model = onnx.load(source)
    size = model.graph.input[0].type.tensor_type.shape.dim
    size[2].dim_param = "h"
    size[3].dim_param = "w"
    for output in model.graph.output:
        output.type.tensor_type.shape.dim[1].dim_param = "n_" + output.name
    del model.graph.value_info[:]  # They state the sizes that 640 × 640 gives.
    return model


def sface_dequantised(source: Path) -> onnx.ModelProto:
    model = onnx.load(source)
    dequantise_weights(model.graph)
    # Initialisers that are also inputs could be overridden, and keep ONNX Runtime from folding
    # the batch normalisations into the convolutions.
    replace(model.graph.input, [i for i in model.graph.input if i.name == SFACE_INPUT])
    del model.graph.value_info[:]
    model.opset_import[0].version = SFACE_OPSET
    model.ir_version = SFACE_IR_VERSION
    expand_prelus(model.graph)
    return model


def dequantise_weights(graph: onnx.GraphProto) -> None:
    """Computes every DequantizeLinear (and the Reshape behind it) once, here."""
    stored = stored_values(graph)
    weights: dict[str, Array] = {}
    nodes = []
    for node in graph.node:
        if node.op_type == "DequantizeLinear":
            weights[node.output[0]] = dequantised(node, stored)
        elif node.op_type == "Reshape" and node.input[0] in weights:
            weights[node.output[0]] = weights[node.input[0]].reshape(stored[node.input[1]])
        else:
            if node.op_type == "Dropout":
                del node.input[1:]  # In opset 11 the ratio is not an operand.
            nodes.append(node)
    used = names_used(nodes)
    kept = [tensor for tensor in graph.initializer if tensor.name in used]
    added = [numpy_helper.from_array(v, name) for name, v in weights.items() if name in used]
    replace(graph.node, nodes)
    replace(graph.initializer, kept + added)


def dequantised(node: onnx.NodeProto, stored: dict[str, Array]) -> Array:
    """(q − zero point) · scale, where one scale and zero point serve a block along one axis."""
    attributes = {attribute.name: attribute.i for attribute in node.attribute}
    axis, block = attributes["axis"], attributes["block_size"]
    quantised, scales, zero_points = (stored[name] for name in node.input)

    def spread(values: Array) -> Array:
        return np.repeat(values, block, axis).take(range(quantised.shape[axis]), axis)

    centred = quantised.astype(np.float32) - spread(zero_points.astype(np.float32))
    return (centred * spread(scales)).astype(np.float32)


def expand_prelus(graph: onnx.GraphProto) -> None:
    """PReLU as two depthwise convolutions, for the reason given in tflite_to_onnx.py."""
    stored = stored_values(graph)
    nodes: list[onnx.NodeProto] = []
    added: list[onnx.TensorProto] = []
    for node in graph.node:
        if node.op_type == "PRelu":
            expansion, weights = expanded_prelu(node, stored[node.input[1]])
            nodes += expansion
            added += weights
        else:
            nodes.append(node)
    used = names_used(nodes)
    kept = [tensor for tensor in graph.initializer if tensor.name in used]
    replace(graph.node, nodes)
    replace(graph.initializer, kept + added)


def expanded_prelu(
    node: onnx.NodeProto, slopes: Array
) -> tuple[list[onnx.NodeProto], list[onnx.TensorProto]]:
    value, result = node.input[0], node.output[0]
    slopes = slopes.astype(np.float32).reshape(-1, 1, 1, 1)
    weights = [
        numpy_helper.from_array(slopes, result + "_s"),
        numpy_helper.from_array(1 - slopes, result + "_q"),
    ]
    depthwise = {"kernel_shape": [1, 1], "group": slopes.size}
    nodes = [
        helper.make_node("Relu", [value], [result + "_r"]),
        helper.make_node("Conv", [value, result + "_s"], [result + "_a"], **depthwise),
        helper.make_node("Conv", [result + "_r", result + "_q"], [result + "_b"], **depthwise),
        helper.make_node("Add", [result + "_a", result + "_b"], [result]),
    ]
    return nodes, weights


def stored_values(graph: onnx.GraphProto) -> dict[str, Array]:
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}


def names_used(nodes: list[onnx.NodeProto]) -> set[str]:
    return {name for node in nodes for name in node.input}


def replace(field: Any, values: list[Any]) -> None:
    """Replaces the contents of a repeated protobuf field."""
    del field[:]
    field.extend(values)


PREPARATIONS: dict[str, Callable[[Path], onnx.ModelProto]] = {
    "tflite-to-onnx": landmark_model,
    "yunet-any-size": yunet_any_size,
    "sface-dequantise": sface_dequantised,
}


def main(arguments: list[str]) -> None:
    if len(arguments) != 3 or arguments[0] not in PREPARATIONS:
        sys.exit(f"usage: prepare.py {'|'.join(PREPARATIONS)} SOURCE TARGET")
    kind, source, target = arguments
    onnx.save(PREPARATIONS[kind](Path(source)), target)


if __name__ == "__main__":
    main(sys.argv[1:])
