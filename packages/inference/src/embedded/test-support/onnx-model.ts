// The wire types and field numbers below are those of ONNX's protocol buffers.

export const floatType = 1;
export const int64Type = 7;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

const numberField = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)]);

function bytesField(field: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

export function node(
  type: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly Buffer[] = [],
): Buffer {
  const parts = [
    ...inputs.map((name) => bytesField(1, name)),
    bytesField(2, output),
    bytesField(4, type),
    ...attributes.map((attribute) => bytesField(5, attribute)),
  ];
  return bytesField(1, Buffer.concat(parts));
}

export const integerAttribute = (name: string, value: number) =>
  Buffer.concat([bytesField(1, name), numberField(3, value), numberField(20, 2)]);

function constant(name: string, type: number, shape: readonly number[], data: Buffer): Buffer {
  const dimensions = shape.map((length) => numberField(1, length));
  const tensor = [...dimensions, numberField(2, type), bytesField(8, name), bytesField(9, data)];
  return bytesField(5, Buffer.concat(tensor));
}

export function value(field: number, name: string, type: number, axes: readonly string[]): Buffer {
  const shape = axes.map((axis) => bytesField(1, bytesField(2, axis)));
  const tensor = Buffer.concat([numberField(1, type), bytesField(2, Buffer.concat(shape))]);
  return bytesField(field, Buffer.concat([bytesField(1, name), bytesField(2, bytesField(1, tensor))]));
}

/** The field of a constant that holds these floats. */
export function floats(name: string, shape: readonly number[], values: Float32Array): Buffer {
  return constant(name, floatType, shape, Buffer.from(values.buffer));
}

/** The field of a constant that names one axis. */
export function axis(name: string, at: number): Buffer {
  return constant(name, int64Type, [1], Buffer.from(BigInt64Array.of(BigInt(at)).buffer));
}

/** A whole model, of the fields of its graph. */
export function onnxModel(name: string, graph: readonly Buffer[]): Buffer {
  const operators = bytesField(8, numberField(2, 17));
  return Buffer.concat([
    numberField(1, 8),
    operators,
    bytesField(7, Buffer.concat([...graph, bytesField(2, name)])),
  ]);
}
