"""The two networks, each written once and run by either of two backends: TensorFlow (training) or an ONNX graph builder (export).

A network is a function f(b, x) that calls b.conv / b.up / b.add / b.squeeze_height on values of the backend b."""
import numpy as np


def reader(b, x):
    """x [N,1,32,W] -> logits [N,W/4,38]; W a multiple of 4, W free. Class 0 is blank, 1..37 are A-Z, 0-9, '<'."""
    x = b.conv(x, "c1", 1, 20, (5, 5), (2, 2))        # 16 x W/2
    x = b.conv(x, "c2", 20, 40, (3, 3), (2, 1))       # 8 x W/2
    x = b.conv(x, "c3", 40, 64, (3, 3), (1, 2))       # 8 x W/4
    x = b.conv(x, "c4", 64, 80, (3, 3), (2, 1))       # 4 x W/4
    x = b.add(x, b.conv(x, "c5", 80, 80, (3, 3)))
    x = b.conv(x, "c6", 80, 128, (4, 1), valid_height=True)   # 1 x W/4
    x = b.add(x, b.conv(x, "c7", 128, 128, (1, 5)))
    x = b.add(x, b.conv(x, "k4", 128, 128, (1, 5), dilation=4))   # the other characters show the print's size, weight and slant:
    x = b.add(x, b.conv(x, "k8", 128, 128, (1, 5), dilation=8))   # O against 0 needs them
    x = b.conv(x, "c8", 128, 38, (1, 3), bn=False, relu=False)
    return b.sequence(x)


def finder(b, x):
    """x [1,1,H,W] -> maps [1,5,H/4,W/4]: line core logit, zone logit, cos and sin of the reading direction, log(capital height / 16 px). H, W multiples of 32."""
    def sep(x, name, cin, cout, k=3, stride=1):
        y = b.conv(x, name + "d", cin, cin, (k, k), (stride, stride), depthwise=True, relu=False)
        y = b.conv(y, name + "p", cin, cout, (1, 1))
        return b.add(x, y) if stride == 1 and cin == cout else y
    x = b.conv(x, "e1", 1, 16, (3, 3), (2, 2))
    x = b.conv(x, "e2", 16, 32, (3, 3), (2, 2))
    s4 = sep(x, "a1", 32, 32)
    x = sep(s4, "b0", 32, 64, 3, 2)
    x = sep(x, "b1", 64, 64)
    s8 = sep(x, "b2", 64, 64, 5)
    x = sep(s8, "d0", 64, 96, 3, 2)
    x = sep(x, "d1", 96, 96, 5)
    s16 = sep(x, "d2", 96, 96, 5)
    x = sep(s16, "f0", 96, 128, 3, 2)
    x = sep(x, "f1", 128, 128, 5)
    x = sep(x, "f2", 128, 128, 5)
    x = b.add(b.up(b.conv(x, "u16", 128, 96, (1, 1), relu=False)), s16)
    x = sep(x, "g16", 96, 96)
    x = b.add(b.up(b.conv(x, "u8", 96, 64, (1, 1), relu=False)), s8)
    x = sep(x, "g8", 64, 64)
    x = b.add(b.up(b.conv(x, "u4", 64, 32, (1, 1), relu=False)), s4)
    x = b.conv(x, "g4", 32, 32, (3, 3))
    return b.conv(x, "out", 32, 5, (1, 1), bn=False, relu=False)


class TF:
    """NHWC training backend. Values are tensors; weights live in dictionaries so that they can be saved with numpy."""
    def __init__(self, seed=0):
        import tensorflow as tf
        self.tf, self.w, self.stats, self.training, self.rng = tf, {}, {}, True, np.random.default_rng(seed)

    def conv(self, x, name, cin, cout, k, stride=(1, 1), depthwise=False, bn=True, relu=True, valid_height=False, dilation=1):
        tf = self.tf
        if name + ".w" not in self.w:
            fan = k[0] * k[1] * (1 if depthwise else cin)
            shape = (*k, cin, 1) if depthwise else (*k, cin, cout)
            self.w[name + ".w"] = tf.Variable(self.rng.normal(0, np.sqrt(2 / fan), shape).astype(np.float32))
            self.w[name + ".b"] = tf.Variable(np.zeros(cout, np.float32))
            if bn:
                self.w[name + ".g"] = tf.Variable(np.full(cout, 1 if dilation == 1 else .1, np.float32))
                self.stats[name + ".m"] = tf.Variable(np.zeros(cout, np.float32), trainable=False)
                self.stats[name + ".v"] = tf.Variable(np.ones(cout, np.float32), trainable=False)
        # symmetric padding k//2 as in ONNX (TensorFlow's SAME differs at stride 2)
        ph, pw = (0 if valid_height else k[0] // 2), k[1] // 2 * dilation          # dilation: along the width, for kernels of height 1
        if depthwise:
            x = tf.pad(x, [[0, 0], [ph, ph], [pw, pw], [0, 0]])
            y = tf.nn.depthwise_conv2d(x, self.w[name + ".w"], [1, stride[0], stride[1], 1], "VALID")
        elif dilation > 1:                                    # TensorFlow has no gradient for dilated kernels on the CPU: shifted copies instead
            z = tf.pad(x, [[0, 0], [ph, ph], [pw, pw], [0, 0]])
            z = tf.concat([z[:, :, i * dilation:i * dilation + x.shape[2]] for i in range(k[1])], -1)
            y = tf.nn.conv2d(z, tf.reshape(self.w[name + ".w"], [1, 1, k[1] * cin, cout]), 1, "VALID")
        else:
            y = tf.nn.conv2d(x, self.w[name + ".w"], [1, stride[0], stride[1], 1], [[0, 0], [ph, ph], [pw, pw], [0, 0]])
        if bn:
            m, v = self.stats[name + ".m"], self.stats[name + ".v"]
            g, be = self.w[name + ".g"], self.w[name + ".b"]
            if self.training:
                y, bm, bv = tf.compat.v1.nn.fused_batch_norm(y, g, be, epsilon=1e-3, is_training=True)
                m.assign(m * .98 + bm * .02); v.assign(v * .98 + bv * .02)
            else:
                y = (y - m) * (g * tf.math.rsqrt(v + 1e-3)) + be
        else:
            y = y + self.w[name + ".b"]
        return tf.nn.relu(y) if relu else y

    def add(self, a, c): return a + c
    def up(self, x): return self.tf.repeat(self.tf.repeat(x, 2, axis=1), 2, axis=2)
    def sequence(self, x): return self.tf.squeeze(x, 1)

    def save(self, path):
        np.savez(path, **{k: v.numpy() for k, v in {**self.w, **self.stats}.items()})

    def load(self, path):
        z = np.load(path)
        for k, v in {**self.w, **self.stats}.items():
            if k in z: v.assign(z[k])
            else: print("not in", path, ":", k)


class Onnx:
    """Builds an ONNX graph; batch norm is folded into the convolution. Values are tensor names."""
    def __init__(self, weights):
        import onnx
        self.h, self.o, self.z, self.nodes, self.init, self.n = onnx.helper, onnx, weights, [], [], 0

    def _new(self):
        self.n += 1
        return f"t{self.n}"

    def _const(self, name, a):
        self.init.append(self.o.numpy_helper.from_array(a, name))
        return name

    def conv(self, x, name, cin, cout, k, stride=(1, 1), depthwise=False, bn=True, relu=True, valid_height=False, dilation=1):
        w, c = self.z[name + ".w"], self.z[name + ".b"]
        w = w.transpose(2, 3, 0, 1) if depthwise else w.transpose(3, 2, 0, 1)
        if bn:
            s = self.z[name + ".g"] / np.sqrt(self.z[name + ".v"] + 1e-3)
            w, c = w * s[:, None, None, None], c - self.z[name + ".m"] * s
        ph, pw = (0 if valid_height else k[0] // 2), k[1] // 2 * dilation          # dilation: along the width, for kernels of height 1
        y = self._new()
        self.nodes.append(self.h.make_node("Conv", [x, self._const(name + ".w", w.astype(np.float32)), self._const(name + ".b", c.astype(np.float32))], [y],
                                           kernel_shape=list(k), strides=list(stride), pads=[ph, pw, ph, pw], dilations=[1, dilation], group=cin if depthwise else 1))
        if relu:
            r = self._new()
            self.nodes.append(self.h.make_node("Relu", [y], [r]))
            return r
        return y

    def add(self, a, c):
        y = self._new()
        self.nodes.append(self.h.make_node("Add", [a, c], [y]))
        return y

    def up(self, x):
        y = self._new()
        if not any(i.name == "scales" for i in self.init): self._const("scales", np.array([1, 1, 2, 2], np.float32))
        self.nodes.append(self.h.make_node("Resize", [x, "", "scales"], [y], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"))
        return y

    def sequence(self, x):
        y, t = self._new(), self._new()
        self._const("axis2", np.array([2], np.int64))
        self.nodes.append(self.h.make_node("Squeeze", [x, "axis2"], [y]))
        self.nodes.append(self.h.make_node("Transpose", [y], [t], perm=[0, 2, 1]))
        return t

    def model(self, out, in_shape, out_shape, name):
        f = self.o.TensorProto.FLOAT
        self.nodes.append(self.h.make_node("Identity", [out], ["out"]))
        g = self.h.make_graph(self.nodes, name, [self.h.make_tensor_value_info("x", f, in_shape)], [self.h.make_tensor_value_info("out", f, out_shape)], self.init)
        m = self.h.make_model(g, opset_imports=[self.h.make_opsetid("", 17)], producer_name="bonafide mrz")
        m.ir_version = 8
        self.o.checker.check_model(m)
        return m
