import { describe, expect, it } from 'vitest'
import { inDatasetOrder } from './in-dataset-order.ts'

describe('inDatasetOrder', () => {
  it('hands each result on as soon as all before it are there', () => {
    const handed: string[] = []
    const ordered = inDatasetOrder(2, place(handed))
    ordered.add({ position: 1, repeat: 0 })
    ordered.add({ position: 0, repeat: 1 })
    expect(handed).toEqual([])
    ordered.add({ position: 0, repeat: 0 })
    expect(handed).toEqual(['0/0', '0/1', '1/0'])
    ordered.add({ position: 1, repeat: 1 })
    expect(ordered.finish()).toBe(true)
    expect(handed).toEqual(['0/0', '0/1', '1/0', '1/1'])
  })

  it('hands on what lies behind a gap at the end, in order', () => {
    const handed: string[] = []
    const ordered = inDatasetOrder(1, place(handed))
    for (const position of [5, 3, 4]) ordered.add({ position, repeat: 0 })
    expect(ordered.finish()).toBe(true)
    expect(handed).toEqual(['3/0', '4/0', '5/0'])
  })

  it('gives up when too many wait for one, instead of keeping them all', () => {
    const handed: string[] = []
    const ordered = inDatasetOrder(1, place(handed))
    for (let position = 1; position <= 10_001; position += 1) ordered.add({ position, repeat: 0 })
    ordered.add({ position: 0, repeat: 0 })
    expect(ordered.finish()).toBe(false)
    expect(handed).toEqual([])
  })
})

function place(handed: string[]) {
  return ({ position, repeat }: { position: number; repeat: number }) => void handed.push(`${position}/${repeat}`)
}
