import { crc32, deflateSync } from 'node:zlib'
import type { Matrix } from './page-operators.ts'

export type Bitmap = { readonly width: number; readonly height: number; readonly bytes: Uint8Array }

/** Pixels as pdf.js delivers them. A stencil paints `color` where its bit is 0. */
export type SourceImage = {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint8ClampedArray
  readonly kind: 'bits' | 'rgb' | 'rgba' | 'stencil'
  readonly color: readonly [number, number, number]
}

export function newBitmap(width: number, height: number): Bitmap {
  return { width, height, bytes: new Uint8Array(width * height * 3).fill(255) }
}

/** Paints an image onto the transformed unit square; each pixel is the mean of the source pixels under it. */
export function paintImage(
  bitmap: Bitmap,
  image: SourceImage,
  [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: Matrix,
): void {
  const determinant = a * d - b * c
  if (determinant === 0 || !Number.isFinite(determinant)) return
  const right = [d / determinant, -b / determinant] as const
  const down = [-c / determinant, a / determinant] as const
  // Half the width and height, in source pixels, that one target pixel covers.
  const reachX = Math.max(0.5, (image.width * (Math.abs(right[0]) + Math.abs(down[0]))) / 2)
  const reachY = Math.max(0.5, (image.height * (Math.abs(right[1]) + Math.abs(down[1]))) / 2)
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ]
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))]
  const [end, bottom] = [Math.min(bitmap.width, Math.max(...xs)), Math.min(bitmap.height, Math.max(...ys))]
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < end; x += 1) {
      const [dx, dy] = [x + 0.5 - e, y + 0.5 - f]
      const u = right[0] * dx + down[0] * dy
      const v = right[1] * dx + down[1] * dy
      if (u < 0 || u > 1 || v < 0 || v > 1) continue
      // The first row of an image is its top, but the unit square's y axis points up.
      blend(bitmap, (y * bitmap.width + x) * 3, image, {
        x: u * image.width,
        y: (1 - v) * image.height,
        reachX,
        reachY,
      })
    }
  }
}

type Spot = { readonly x: number; readonly y: number; readonly reachX: number; readonly reachY: number }

function blend({ bytes }: Bitmap, at: number, image: SourceImage, spot: Spot): void {
  const area = areaUnder(spot, image)
  if (area.pixels === 0) return
  const { red, green, blue, cover } = sumOver[image.kind](image, area)
  const under = 1 - cover / area.pixels
  bytes[at] = (bytes[at] ?? 0) * under + red / area.pixels
  bytes[at + 1] = (bytes[at + 1] ?? 0) * under + green / area.pixels
  bytes[at + 2] = (bytes[at + 2] ?? 0) * under + blue / area.pixels
}

type Area = {
  readonly left: number
  readonly end: number
  readonly top: number
  readonly bottom: number
  readonly pixels: number
}

/** At least one pixel, unless the image has none. */
function areaUnder({ x, y, reachX, reachY }: Spot, { width, height }: SourceImage): Area {
  const [left, end] = reached(x, reachX, width)
  const [top, bottom] = reached(y, reachY, height)
  return { left, end, top, bottom, pixels: (end - left) * (bottom - top) }
}

function reached(middle: number, reach: number, length: number): readonly [from: number, end: number] {
  const from = Math.max(0, Math.min(length - 1, Math.round(middle - reach)))
  return [from, Math.min(length, Math.max(from + 1, Math.round(middle + reach)))]
}

/** Sums over an area: `cover` of the alphas (0–1), the colours of their values (0–255) times alpha. */
type Sum = { readonly red: number; readonly green: number; readonly blue: number; readonly cover: number }

const sumOver: Readonly<Record<SourceImage['kind'], (image: SourceImage, area: Area) => Sum>> = {
  bits(image, area) {
    const white = 255 * setBits(image, area)
    return { red: white, green: white, blue: white, cover: area.pixels }
  },
  stencil(image, area) {
    const cover = area.pixels - setBits(image, area)
    const [red, green, blue] = image.color
    return { red: red * cover, green: green * cover, blue: blue * cover, cover }
  },
  rgb: (image, area) => sumOfColors(image, area, 3),
  rgba: (image, area) => sumOfColors(image, area, 4),
}

function setBits({ width, data }: SourceImage, { left, end, top, bottom }: Area): number {
  const rowBytes = (width + 7) >> 3
  let count = 0
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < end; column += 1) {
      count += ((data[row * rowBytes + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1
    }
  }
  return count
}

/** A fourth byte is the pixel's alpha. */
function sumOfColors({ width, data }: SourceImage, { left, end, top, bottom }: Area, pixelBytes: 3 | 4): Sum {
  let [red, green, blue, cover] = [0, 0, 0, 0]
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < end; column += 1) {
      const place = (row * width + column) * pixelBytes
      const alpha = pixelBytes === 4 ? (data[place + 3] ?? 0) / 255 : 1
      red += alpha * (data[place] ?? 0)
      green += alpha * (data[place + 1] ?? 0)
      blue += alpha * (data[place + 2] ?? 0)
      cover += alpha
    }
  }
  return { red, green, blue, cover }
}

/** Encodes a PNG file, in grey when the image has hardly any colour. */
export function toPng(bitmap: Bitmap): Uint8Array<ArrayBuffer> {
  const { width, height, bytes } = bitmap
  const isGrey = !bytes.some(
    (value, index) => index % 3 !== 0 && Math.abs(value - (bytes[index - (index % 3)] ?? 0)) > 24,
  )
  const samples = isGrey ? 1 : 3
  const rows = new Uint8Array(height * (width * samples + 1))
  for (let y = 0; y < height; y += 1) {
    const start = y * (width * samples + 1)
    // The Up filter stores differences from the row above, which compress well on paper with few changes.
    rows[start] = 2
    for (let x = 0; x < width * samples; x += 1) {
      const at = (y * width * 3 + (isGrey ? x * 3 + 1 : x)) | 0
      const above = y === 0 ? 0 : (bytes[at - width * 3] ?? 0)
      rows[start + 1 + x] = (bytes[at] ?? 0) - above
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, isGrey ? 0 : 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const file = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return new Uint8Array(file)
}

function chunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
