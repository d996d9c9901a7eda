import { describe, expect, it } from 'vitest'
import { newBitmap, paintImage, type SourceImage } from './bitmap.ts'

/** Two by two on a page of two by two, unless told. */
function painted(image: Pick<SourceImage, 'kind'> & Partial<SourceImage>, size = 2): number[][] {
  const bitmap = newBitmap(size, size)
  paintImage(bitmap, { width: 2, height: 2, data: new Uint8Array(), color: [0, 0, 0], ...image }, [
    size,
    0,
    0,
    size,
    0,
    0,
  ])
  return Array.from({ length: size * size }, (_, pixel) => [...bitmap.bytes.subarray(pixel * 3, pixel * 3 + 3)])
}

const white = [255, 255, 255]
const black = [0, 0, 0]

describe('painting an image', () => {
  it('has a bit that is set in white, and the image’s first row above', () => {
    expect(painted({ kind: 'bits', data: Uint8Array.of(0b01_000000, 0b11_000000) })).toEqual([
      white,
      white,
      black,
      white,
    ])
  })

  it('paints a stencil where its bit is not set, in its colour', () => {
    const data = Uint8Array.of(0b10_000000, 0b01_000000)
    const red = [200, 0, 10]
    expect(painted({ kind: 'stencil', data, color: [200, 0, 10] })).toEqual([red, white, white, red])
  })

  it('takes colours as they are', () => {
    const data = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    expect(painted({ kind: 'rgb', data })).toEqual([
      [7, 8, 9],
      [10, 11, 12],
      [1, 2, 3],
      [4, 5, 6],
    ])
  })

  it('lets what is below shine through where a pixel does not cover it', () => {
    const data = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 51, 100, 100, 100, 255)
    expect(painted({ kind: 'rgba', data })).toEqual([[204, 204, 204], [100, 100, 100], white, black])
  })

  it('gives a pixel the mean of what lies under it', () => {
    expect(painted({ kind: 'bits', data: Uint8Array.of(0b10_000000, 0b00_000000) }, 1)).toEqual([[63, 63, 63]])
    const data = Uint8Array.of(0, 0, 0, 40, 40, 40, 80, 80, 80, 120, 120, 120)
    expect(painted({ kind: 'rgb', data }, 1)).toEqual([[60, 60, 60]])
  })

  it('changes nothing for an image without pixels', () => {
    expect(painted({ kind: 'rgb', width: 0, height: 0 })).toEqual([white, white, white, white])
  })
})
