/** Of filters one behind the other a file needs one or two: to be text, and to be small. */
const mostFilters = 6

const filters =
  'FlateDecode|Fl|LZWDecode|LZW|BrotliDecode|RunLengthDecode|RL|ASCII85Decode|A85|ASCIIHexDecode|AHx|Crypt'
const tooMany = new RegExp(`(?:/(?:${filters})[ \\t\\r\\n\\f\\0]{0,9}){${mostFilters + 1}}`)

/** Whether something in the file is packed in itself more often than anybody has a reason to. */
export function packsTooOften(bytes: Uint8Array): boolean {
  return tooMany.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
}

/** What is less may be anything; streams grow to more by copying what there is of them. */
const large = 1024 * 1024

/** So many times what one stream may be, all of them may. */
const allOfThem = 4

/**
 * Bounds what the parser in this thread unpacks. The parser has no such limit of its own: it grows a stream's bytes by
 * copying them into an array of twice the size, or has Node.js unpack all of it, and both are seen here.
 */
export function boundUnpacked(most: number, tell: () => void): void {
  let all = 0
  const count = (bytes: number, ofOne: number) => {
    all += bytes
    if (ofOne <= most && all <= allOfThem * most) return
    tell()
    throw new Error('more is unpacked than may be')
  }
  const typed = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array
  const { set } = typed
  typed.set = function copy(this: Uint8Array, from: ArrayLike<number>, at?: number) {
    if (at === undefined && this.byteLength >= large) count(this.byteLength - from.length, this.byteLength)
    set.call(this, from, at)
  }
  const unpacks = globalThis.DecompressionStream.prototype
  // The cast: that is what this getter gives.
  const readable = Object.getOwnPropertyDescriptor(unpacks, 'readable') as { get(): ReadableStream<Uint8Array> }
  Object.defineProperty(unpacks, 'readable', {
    ...readable,
    get(this: DecompressionStream) {
      let ofOne = 0
      const counting = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          ofOne += piece.byteLength
          count(piece.byteLength, ofOne)
          controller.enqueue(piece)
        },
      })
      return readable.get.call(this).pipeThrough(counting)
    },
  })
}
