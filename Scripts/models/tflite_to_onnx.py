"""Converts MediaPipe's three face models from TFLite to ONNX, without TensorFlow.

It knows the operators that these models use and refuses every other one. TFLite keeps
pictures as height × width × channels (NHWC), ONNX convolutions want channels first (NCHW):
each convolution stands between two transposes, which ONNX Runtime's optimiser removes. Graph
inputs and outputs keep TFLite's order.

Names and order of nodes are deterministic, because the SHA-256 of the result is pinned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import tflite
from onnx import TensorProto, helper, numpy_helper

Array = npt.NDArray[Any]

OPSET = 14
IR_VERSION = 8
PRODUCER = "tflite2onnx_mini"  # Written into the file, so part of its pinned bytes.

TO_CHANNELS_FIRST = [0, 3, 1, 2]
TO_CHANNELS_LAST = [0, 2, 3, 1]

PADDING_SAME = 0
ACTIVATION_NONE = 0
ACTIVATION_RELU = 1

NUMPY_TYPES = {0: np.float32, 1: np.float16, 2: np.int32, 4: np.int64}
OPERATOR_NAMES = {
    code: name for name, code in vars(tflite.BuiltinOperator).items() if isinstance(code, int)
}


class UnsupportedModel(Exception):
    """The model uses something that the face models do not use."""


class TFLiteGraph:
    """Read access to the only subgraph of a TFLite model."""

    def __init__(self, data: bytes) -> None:
        self.model = tflite.Model.GetRootAsModel(data, 0)
        self.graph = self.model.Subgraphs(0)
        self.tensors = [self.graph.Tensors(i) for i in range(self.graph.TensorsLength())]
        self.inputs = [int(i) for i in self.graph.InputsAsNumpy()]
        self.outputs = [int(i) for i in self.graph.OutputsAsNumpy()]

    def operators(self) -> list[Any]:
        return [self.graph.Operators(i) for i in range(self.graph.OperatorsLength())]

    def operator_name(self, operator: Any) -> str:
        code = self.model.OperatorCodes(operator.OpcodeIndex())
        # Old files keep the number in the deprecated field, new ones in the other.
        return OPERATOR_NAMES[max(code.BuiltinCode(), code.DeprecatedBuiltinCode())]

    def shape(self, tensor: int) -> list[int]:
        if self.tensors[tensor].ShapeLength() == 0:
            return []
        return [int(size) for size in self.tensors[tensor].ShapeAsNumpy()]

    def public_name(self, tensor: int) -> str:
        """The name that a graph input or output gets in the ONNX model."""
        return self.tensors[tensor].Name().decode().split(":")[0].replace("/", "_")

    def constants(self) -> dict[int, Array]:
        """The values of all tensors that are stored in the file."""
        values = {}
        for index, tensor in enumerate(self.tensors):
            buffer = self.model.Buffers(tensor.Buffer())
            if buffer.DataLength() > 0:
                flat = np.frombuffer(buffer.DataAsNumpy().tobytes(), NUMPY_TYPES[tensor.Type()])
                values[index] = flat.reshape(self.shape(index))
        return values


class OnnxGraph:
    """Collects the nodes and initialisers of the ONNX model."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initialisers: dict[str, onnx.TensorProto] = {}
        self._names_given = 0

    def new_name(self, prefix: str) -> str:
        self._names_given += 1
        return f"{prefix}_{self._names_given}"

    def set_initialiser(self, name: str, value: Array) -> None:
        self.initialisers[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)

    def add_initialiser(self, value: Array, prefix: str = "c") -> str:
        name = self.new_name(prefix)
        self.set_initialiser(name, value)
        return name

    def add_integers(self, values: Any, prefix: str = "c") -> str:
        return self.add_initialiser(np.array(values, np.int64), prefix)

    def add(self, kind: str, inputs: list[str], output: str | None = None, **attributes: Any) -> str:
        """Adds a node and returns the name of its output, a new one when none is given."""
        name = output or self.new_name("n")
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def rename(self, names: dict[str, str]) -> None:
        for node in self.nodes:
            for values in (node.input, node.output):
                for position, value in enumerate(values):
                    values[position] = names.get(value, value)

    def used_initialisers(self) -> list[onnx.TensorProto]:
        used = {name for node in self.nodes for name in node.input}
        return [tensor for name, tensor in self.initialisers.items() if name in used]


def same_padding(size: int, kernel: int, stride: int) -> tuple[int, int]:
    """TFLite's `SAME` padding (before, after) along one axis."""
    output = -(-size // stride)
    total = max((output - 1) * stride + kernel - size, 0)
    return total // 2, total - total // 2


class Converter:
    """Translates one TFLite graph, operator by operator."""

    def __init__(self, source: TFLiteGraph) -> None:
        self.source = source
        self.target = OnnxGraph()
        self.constants = source.constants()
        self.translators: dict[str, Callable[[Any], None]] = {
            "ADD": self.element_wise("Add", tflite.AddOptions),
            "CONCATENATION": self.concatenation,
            "CONV_2D": self.convolution,
            "DEPTHWISE_CONV_2D": self.depthwise_convolution,
            "DEQUANTIZE": self.dequantise,
            "DIV": self.element_wise("Div", tflite.DivOptions),
            "LOGISTIC": self.unary("Sigmoid"),
            "MAX_POOL_2D": self.max_pool,
            "MEAN": self.mean,
            "MUL": self.element_wise("Mul", tflite.MulOptions),
            "NEG": self.unary("Neg"),
            "PAD": self.pad,
            "PRELU": self.prelu,
            "RELU": self.unary("Relu"),
            "RESHAPE": self.reshape,
            "RSQRT": self.reciprocal_square_root,
            "SQRT": self.unary("Sqrt"),
            "SQUARED_DIFFERENCE": self.squared_difference,
            "STRIDED_SLICE": self.strided_slice,
            "SUB": self.element_wise("Sub", tflite.SubOptions),
            "SUM": self.sum,
            "TRANSPOSE": self.transpose,
        }

    def convert(self) -> onnx.ModelProto:
        for operator in self.source.operators():
            name = self.source.operator_name(operator)
            if name not in self.translators:
                raise UnsupportedModel(f"operator {name}")
            self.translators[name](operator)
        return self.finished_model()

    def finished_model(self) -> onnx.ModelProto:
        source = self.source
        public = source.inputs + source.outputs
        self.target.rename({tensor_name(i): source.public_name(i) for i in public})
        graph = helper.make_graph(
            self.target.nodes,
            "tflite",
            [self.value_info(i) for i in source.inputs],
            [self.value_info(i) for i in source.outputs],
            self.target.used_initialisers(),
        )
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name=PRODUCER
        )
        model.ir_version = IR_VERSION
        onnx.checker.check_model(model)
        return model

    def value_info(self, tensor: int) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(
            self.source.public_name(tensor), TensorProto.FLOAT, self.source.shape(tensor)
        )

    # What an operator reads and writes

    def input(self, operator: Any, position: int) -> str:
        """The name of an operand; a constant becomes an initialiser at its first use."""
        tensor = input_tensor(operator, position)
        name = tensor_name(tensor)
        if tensor in self.constants and name not in self.target.initialisers:
            self.target.set_initialiser(name, self.constants[tensor])
        return name

    def constant(self, operator: Any, position: int) -> Array:
        return self.constants[input_tensor(operator, position)]

    def input_shape(self, operator: Any) -> list[int]:
        return self.source.shape(input_tensor(operator, 0))

    def output_shape(self, operator: Any) -> list[int]:
        return self.source.shape(output_tensor(operator))

    # Element-wise operators

    def unary(self, kind: str) -> Callable[[Any], None]:
        def translate(operator: Any) -> None:
            self.target.add(kind, [self.input(operator, 0)], output_name(operator))

        return translate

    def element_wise(self, kind: str, options_type: Any) -> Callable[[Any], None]:
        def translate(operator: Any) -> None:
            if options(operator, options_type).FusedActivationFunction() != ACTIVATION_NONE:
                raise UnsupportedModel(f"activation after {kind}")
            operands = [self.input(operator, 0), self.input(operator, 1)]
            self.target.add(kind, operands, output_name(operator))

        return translate

    def squared_difference(self, operator: Any) -> None:
        operands = [self.input(operator, 0), self.input(operator, 1)]
        difference = self.target.add("Sub", operands)
        self.target.add("Mul", [difference, difference], output_name(operator))

    def reciprocal_square_root(self, operator: Any) -> None:
        root = self.target.add("Sqrt", [self.input(operator, 0)])
        self.target.add("Reciprocal", [root], output_name(operator))

    def dequantise(self, operator: Any) -> None:
        """Weights are stored as 16-bit floats; widening them at set-up costs nothing later."""
        tensor = input_tensor(operator, 0)
        if tensor not in self.constants or self.constants[tensor].dtype != np.float16:
            raise UnsupportedModel("dequantise of something other than 16-bit weights")
        self.constants[output_tensor(operator)] = self.constants[tensor].astype(np.float32)

    # Convolutions and what belongs to them

    def convolution(self, operator: Any) -> None:
        settings = options(operator, tflite.Conv2DOptions)
        if self.is_matrix_product(operator, settings):
            self.matrix_product(operator, settings)
            return
        weights = self.constant(operator, 1).astype(np.float32).transpose(0, 3, 1, 2)
        self.any_convolution(operator, settings, weights, groups=1)

    def is_matrix_product(self, operator: Any, settings: Any) -> bool:
        """A 1 × 1 convolution over a single row, as the blendshape model's mixers use."""
        one_row = self.input_shape(operator)[1] == 1
        one_pixel = self.constant(operator, 1).shape[1:3] == (1, 1)
        return one_row and one_pixel and settings.StrideH() == settings.StrideW() == 1

    def matrix_product(self, operator: Any, settings: Any) -> None:
        """The same as a product with a matrix: without transposes, in half the time."""
        weights = self.constant(operator, 1).astype(np.float32)[:, 0, 0, :].T
        matrix = self.target.add_initialiser(weights, "w")
        bias = self.target.add_initialiser(self.constant(operator, 2).astype(np.float32), "b")
        product = self.target.add("MatMul", [self.input(operator, 0), matrix])
        if settings.FusedActivationFunction() == ACTIVATION_RELU:
            total = self.target.add("Add", [product, bias])
            self.target.add("Relu", [total], output_name(operator))
        else:
            self.target.add("Add", [product, bias], output_name(operator))

    def depthwise_convolution(self, operator: Any) -> None:
        weights = self.constant(operator, 1).astype(np.float32).transpose(3, 0, 1, 2)
        channels = self.input_shape(operator)[3]
        self.any_convolution(
            operator, options(operator, tflite.DepthwiseConv2DOptions), weights, groups=channels
        )

    def any_convolution(self, operator: Any, settings: Any, weights: Array, groups: int) -> None:
        kernel = [int(size) for size in weights.shape[2:]]
        pads = self.pads(operator, settings, kernel)
        operands = [self.channels_first(operator), self.target.add_initialiser(weights, "w")]
        if has_input(operator, 2):
            bias = self.constant(operator, 2).astype(np.float32)
            operands.append(self.target.add_initialiser(bias, "b"))
        result = self.target.add(
            "Conv",
            operands,
            kernel_shape=kernel,
            strides=[settings.StrideH(), settings.StrideW()],
            dilations=[settings.DilationHFactor(), settings.DilationWFactor()],
            pads=pads,
            group=groups,
        )
        self.activated(operator, settings, result)

    def activated(self, operator: Any, settings: Any, result: str) -> None:
        """Writes a convolution's channels-first result to its output, through its activation."""
        activation = settings.FusedActivationFunction()
        if activation == ACTIVATION_NONE:
            self.channels_last(result, output_name(operator))
        elif activation == ACTIVATION_RELU:
            self.target.add("Relu", [self.channels_last(result)], output_name(operator))
        else:
            raise UnsupportedModel(f"activation {activation}")

    def max_pool(self, operator: Any) -> None:
        settings = options(operator, tflite.Pool2DOptions)
        kernel = [settings.FilterHeight(), settings.FilterWidth()]
        result = self.target.add(
            "MaxPool",
            [self.channels_first(operator)],
            kernel_shape=kernel,
            strides=[settings.StrideH(), settings.StrideW()],
            pads=self.pads(operator, settings, kernel),
        )
        self.channels_last(result, output_name(operator))

    def prelu(self, operator: Any) -> None:
        slopes = self.constant(operator, 1).astype(np.float32).reshape(-1, 1, 1)
        operands = [self.channels_first(operator), self.target.add_initialiser(slopes, "s")]
        self.channels_last(self.target.add("PRelu", operands), output_name(operator))

    def pads(self, operator: Any, settings: Any, kernel: list[int]) -> list[int]:
        if settings.Padding() != PADDING_SAME:
            return [0, 0, 0, 0]
        _, height, width, _ = self.input_shape(operator)
        top, bottom = same_padding(height, kernel[0], settings.StrideH())
        left, right = same_padding(width, kernel[1], settings.StrideW())
        return [top, left, bottom, right]

    def channels_first(self, operator: Any) -> str:
        return self.target.add("Transpose", [self.input(operator, 0)], perm=TO_CHANNELS_FIRST)

    def channels_last(self, value: str, output: str | None = None) -> str:
        return self.target.add("Transpose", [value], output, perm=TO_CHANNELS_LAST)

    # Shapes and reductions

    def reshape(self, operator: Any) -> None:
        value = self.input(operator, 0)
        shape = self.target.add_integers(self.output_shape(operator), "s")
        self.target.add("Reshape", [value, shape], output_name(operator))

    def transpose(self, operator: Any) -> None:
        order = [int(axis) for axis in self.constant(operator, 1)]
        self.target.add("Transpose", [self.input(operator, 0)], output_name(operator), perm=order)

    def concatenation(self, operator: Any) -> None:
        operands = [self.input(operator, i) for i in range(operator.InputsLength())]
        axis = options(operator, tflite.ConcatenationOptions).Axis()
        self.target.add("Concat", operands, output_name(operator), axis=axis)

    def pad(self, operator: Any) -> None:
        amounts = self.constant(operator, 1).astype(np.int64)  # One (before, after) row per axis.
        value = self.input(operator, 0)
        pads = self.target.add_integers(np.concatenate([amounts[:, 0], amounts[:, 1]]), "p")
        self.target.add("Pad", [value, pads], output_name(operator), mode="constant")

    def mean(self, operator: Any) -> None:
        self.target.add(
            "ReduceMean",
            [self.input(operator, 0)],
            output_name(operator),
            axes=self.reduced_axes(operator),
            keepdims=keeps_dimensions(operator),
        )

    def sum(self, operator: Any) -> None:
        value = self.input(operator, 0)
        axes = self.target.add_integers(self.reduced_axes(operator))  # An operand from opset 13 on.
        self.target.add(
            "ReduceSum", [value, axes], output_name(operator), keepdims=keeps_dimensions(operator)
        )

    def reduced_axes(self, operator: Any) -> list[int]:
        return [int(axis) for axis in np.atleast_1d(self.constant(operator, 1))]

    def strided_slice(self, operator: Any) -> None:
        begin, end, steps = self.slice_bounds(operator)
        value = self.input(operator, 0)
        bounds = [self.target.add_integers(part) for part in (begin, end, range(len(begin)), steps)]
        piece = self.target.add("Slice", [value, *bounds])
        # The reshape drops the axes that the slice picks one element of.
        shape = self.target.add_integers(self.output_shape(operator))
        self.target.add("Reshape", [piece, shape], output_name(operator))

    def slice_bounds(self, operator: Any) -> tuple[list[int], list[int], list[int]]:
        settings = options(operator, tflite.StridedSliceOptions)
        begin, end, steps = ([int(v) for v in self.constant(operator, i)] for i in (1, 2, 3))
        for axis, size in enumerate(self.input_shape(operator)):
            if settings.BeginMask() >> axis & 1:
                begin[axis] = 0
            if settings.EndMask() >> axis & 1:
                end[axis] = size
            if settings.ShrinkAxisMask() >> axis & 1:
                end[axis] = size if begin[axis] == -1 else begin[axis] + 1
        return begin, end, steps


def tensor_name(tensor: int) -> str:
    return f"t{tensor}"


def input_tensor(operator: Any, position: int) -> int:
    return int(operator.Inputs(position))


def has_input(operator: Any, position: int) -> bool:
    """TFLite leaves optional operands out or marks them with −1."""
    return operator.InputsLength() > position and operator.Inputs(position) >= 0


def output_tensor(operator: Any) -> int:
    return int(operator.Outputs(0))


def output_name(operator: Any) -> str:
    return tensor_name(output_tensor(operator))


def options(operator: Any, options_type: Any) -> Any:
    """The operator's settings, read as the given flatbuffer table."""
    table = operator.BuiltinOptions()
    settings = options_type()
    settings.Init(table.Bytes, table.Pos)
    return settings


def keeps_dimensions(operator: Any) -> int:
    return int(options(operator, tflite.ReducerOptions).KeepDims())


def convert(data: bytes) -> onnx.ModelProto:
    """Converts the bytes of a `.tflite` file."""
    return Converter(TFLiteGraph(data)).convert()
