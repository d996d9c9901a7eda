import { describe, expect, it } from 'vitest'
import { EvalError, toEnglish } from '../../core/index.ts'
import { defaulted, object, optional, required } from './foreign-object.ts'
import { type Codec, list, number, readForeign, string } from './foreign-value.ts'

const room = object(
  { roomId: required('room_id', string), beds: defaulted('bed_count', number, 1), view: optional('view', string, '') },
  { unknown: 'reject' },
)
const hotel = object({ rooms: required('rooms', list(room)) }, { unknown: 'keep', keepIn: 'extra' })

const read = <T>(codec: Codec<T>, value: unknown) => readForeign(codec, value, { file: 'h.json', lineOf: () => 7 })

function complaint(value: unknown): string {
  try {
    read(hotel, value)
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    return [error.message, ...(error.hint === undefined ? [] : [toEnglish(error.hint)])].join('\n')
  }
  return ''
}

describe('object', () => {
  it('takes both spellings of a key, mixed', () => {
    expect(read(room, { roomId: '1', bed_count: 2 })).toEqual(read(room, { room_id: '1', bedCount: 2 }))
  })

  it('treats null and the default as absent, and numbers in quotes as numbers', () => {
    expect(read(room, { room_id: '1', view: null, bed_count: null })).toStrictEqual({ roomId: '1', beds: 1 })
    expect(read(room, { room_id: '1', view: '', bed_count: '3' })).toStrictEqual({ roomId: '1', beds: 3 })
  })

  it('keeps unknown keys as they stand, and writes them back', () => {
    const value = { rooms: [], someTag: [1], __proto__: null }
    const withProto = JSON.parse('{"rooms": [], "someTag": [1], "__proto__": {"a": 1}}') as typeof value
    const kept = read(hotel, withProto)
    expect(Object.keys(kept.extra ?? {})).toEqual(['someTag', '__proto__'])
    expect(JSON.stringify(hotel.write(kept, 'brief'))).toBe('{"rooms":[],"someTag":[1],"__proto__":{"a":1}}')
  })

  it('never lets a kept key pass for one of its own', () => {
    expect(hotel.write({ rooms: [], extra: { rooms: 'many' } }, 'brief')).toEqual({ rooms: [], 'extra.rooms': 'many' })
  })

  it('writes briefly or fully', () => {
    expect(room.write({ roomId: '1', beds: 1 }, 'brief')).toEqual({ room_id: '1' })
    expect(room.write({ roomId: '1', beds: 1 }, 'full')).toEqual({ room_id: '1', bed_count: 1, view: '' })
  })

  it('gives every object its own default', () => {
    const owner = object({ names: defaulted('names', list(string), []) }, { unknown: 'reject' })
    read(owner, {}).names.push('a')
    expect(read(owner, {}).names).toEqual([])
  })

  it.each([
    [{ rooms: [{ room_id: '1', bedcount: 2 }] }, 'h.json:7: rooms[0].bedcount: unknown key\nDid you mean "bedCount"?'],
    [
      { rooms: [{ room_id: '1', smell: 2, bed_count: 'x' }, 3] },
      'h.json:7: rooms[0].smell: unknown key\nKnown here: room_id, bed_count, view. Further problems in it: 2.',
    ],
    [{ rooms: [{ room_id: 5 }] }, 'h.json:7: rooms[0].room_id: expected text, got 5'],
    [{ rooms: [{}] }, 'h.json:7: rooms[0]: "room_id" is missing'],
    [{ rooms: [{ bed_count: 2 }] }, 'h.json:7: rooms[0]: "room_id" is missing'],
    [{ rooms: [{ room_id: null }] }, 'h.json:7: rooms[0]: "room_id" is missing'],
    [{ rooms: {} }, 'h.json:7: rooms: expected a list, got {}'],
    [[], 'h.json:7: expected an object, got []'],
    [{ rooms: [{ room_id: '1', roomId: '2' }] }, 'h.json:7: rooms[0]: both "room_id" and "roomId" are given'],
  ])('says of %j what is wrong and where', (value, sentence) => {
    expect(complaint(value)).toBe(sentence)
  })
})
