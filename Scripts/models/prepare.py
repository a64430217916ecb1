#!/usr/bin/env python3
"""Prepares one downloaded model for the engine: `prepare.py KIND SOURCE TARGET [CHARACTERS]`.

Kinds, as in the `prepared` field of manifest.json:

* `tflite-to-onnx` – MediaPipe's face models, see tflite_to_onnx.py;
* `face-landmarks` – the same, then rewritten for speed, see blocked_layout.py; the picture that
  goes in has its channels first;
* `face-blendshapes` – the same, with its normalisations as single operators;
* `yunet-any-size` – OpenCV Zoo's YuNet takes 640 × 640 pictures as published; afterwards it
  takes any height and width that are multiples of 32;
* `sface-dequantise` – OpenCV Zoo's SFace with 8-bit weights in blocks gets convolutions with
  32 bits, rewritten for speed: ONNX Runtime needs 50 ms a face for the former and 12 ms for the
  latter;
* `latin-recognition` – PP-OCR's recognition networks know thousands of characters, most of them
  Han; afterwards the last layer has the classes that latin_print.py keeps. CHARACTERS is the
  network's own list;
* `latin-characters` – that list, cut in the same way.
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

import blocked_layout
import latin_print
import layer_normalisation
import tflite_to_onnx
from blocked_layout import replace

Array = npt.NDArray[Any]

SFACE_INPUT = "data"
# Without the block-quantisation operators (opset 21) nothing in SFace needs more than this.
SFACE_OPSET = 11
SFACE_IR_VERSION = 8
# ONNX Runtime's own operators, and its name for multiplying bytes with bytes.
MICROSOFT = "com.microsoft"
INTEGER_ACTIVATIONS = 4


def converted(source: Path) -> onnx.ModelProto:
    return tflite_to_onnx.convert(source.read_bytes())


def landmark_model(source: Path) -> onnx.ModelProto:
    model = blocked_layout.without_transposes(converted(source))
    return blocked_layout.convolved_prelus(model)


def blendshape_model(source: Path) -> onnx.ModelProto:
    return layer_normalisation.with_layer_normalisations(converted(source))


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
    keep_last_product_quantised(model.graph)
    dequantise_weights(model.graph)
    # Initialisers that are also inputs could be overridden, and keep ONNX Runtime from folding
    # the batch normalisations into the convolutions.
    replace(model.graph.input, [i for i in model.graph.input if i.name == SFACE_INPUT])
    del model.graph.value_info[:]
    model.opset_import[0].version = SFACE_OPSET
    model.opset_import.append(helper.make_opsetid(MICROSOFT, 1))
    model.ir_version = SFACE_IR_VERSION
    return blocked_layout.convolved_prelus(blocked_layout.folded_normalisations(model))


def keep_last_product_quantised(graph: onnx.GraphProto) -> None:
    """The last layer holds two thirds of all weights, and reads each of them once a face.

    ONNX Runtime has a product for weights in blocks of 8 bits, as they are shipped: a quarter of
    the bytes, a third of the time to load. It wants them unsigned.
    """
    stored = stored_values(graph)
    producers = {node.output[0]: node for node in graph.node}
    product = next(node for node in graph.node if node.op_type == "Gemm")
    weights = producers[product.input[1]]
    quantised, scales, zero_points = (stored[name] for name in weights.input)
    rows, columns = quantised.shape
    block = next(a.i for a in weights.attribute if a.name == "block_size")

    def unsigned(values: Array) -> Array:
        return (values.astype(np.int16) + 128).astype(np.uint8)

    tensors = {
        "fc_weight": unsigned(quantised).reshape(rows, columns // block, block),
        "fc_scales": scales.astype(np.float32).reshape(-1),
        "fc_zero_points": unsigned(zero_points).reshape(-1),
    }
    graph.initializer.extend(numpy_helper.from_array(v, name) for name, v in tensors.items())
    multiplied = product.output[0] + "_product"
    nodes = [
        helper.make_node(
            "MatMulNBits",
            [product.input[0], *tensors],
            [multiplied],
            domain=MICROSOFT,
            K=columns,
            N=rows,
            bits=8,
            block_size=block,
            accuracy_level=INTEGER_ACTIVATIONS,
        ),
        helper.make_node("Add", [multiplied, product.input[2]], list(product.output)),
    ]
    at = list(graph.node).index(product)
    replace(graph.node, [*graph.node[:at], *nodes, *graph.node[at + 1 :]])


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


def stored_values(graph: onnx.GraphProto) -> dict[str, Array]:
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}


def names_used(nodes: list[onnx.NodeProto]) -> set[str]:
    return {name for node in nodes for name in node.input}


PREPARATIONS: dict[str, Callable[[Path], onnx.ModelProto]] = {
    "tflite-to-onnx": converted,
    "face-landmarks": landmark_model,
    "face-blendshapes": blendshape_model,
    "yunet-any-size": yunet_any_size,
    "sface-dequantise": sface_dequantised,
}
LATIN_NETWORK = "latin-recognition"
LATIN_CHARACTERS = "latin-characters"


def main(arguments: list[str]) -> None:
    match arguments:
        case [kind, source, target] if kind in PREPARATIONS:
            onnx.save(PREPARATIONS[kind](Path(source)), target)
        case [kind, source, target, characters] if kind == LATIN_NETWORK:
            onnx.save(latin_print.cut_network(Path(source), Path(characters)), target)
        case [kind, source, target] if kind == LATIN_CHARACTERS:
            Path(target).write_bytes(latin_print.cut_characters(Path(source)).encode())
        case _:
            kinds = "|".join([*PREPARATIONS, LATIN_NETWORK, LATIN_CHARACTERS])
            sys.exit(f"usage: prepare.py {kinds} SOURCE TARGET [CHARACTERS]")


if __name__ == "__main__":
    main(sys.argv[1:])
