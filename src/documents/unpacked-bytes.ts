/** A stream normally needs one or two filters: to be text, and to be small. */
const mostFilters = 6

const filters =
  'FlateDecode|Fl|LZWDecode|LZW|BrotliDecode|RunLengthDecode|RL|ASCII85Decode|A85|ASCIIHexDecode|AHx|Crypt'
const tooMany = new RegExp(`(?:/(?:${filters})[ \\t\\r\\n\\f\\0]{0,9}){${mostFilters + 1}}`)

/** Returns whether a stream in the file has more filters than any legitimate file needs. */
export function packsTooOften(bytes: Uint8Array): boolean {
  return tooMany.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
}

/** Smaller copies may be anything else; growing streams copy their bytes into larger arrays. */
const large = 1024 * 1024

/** The total of all streams may be this multiple of one stream's limit. */
const allOfThem = 4

/**
 * Limits what the parser in this thread unpacks, since it has no limit itself: it grows a stream by copying its bytes
 * into an array of twice the size, or lets Node.js unpack all of it; both are counted here.
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
  // The cast names the getter's actual type.
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
