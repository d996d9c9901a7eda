import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerShape } from './answer-shape.ts'
import { describeAnswer } from './describe-answer.ts'

const shape = answerShape(
  z.object({
    sentences: z.array(
      z.object({
        index: z.int().min(1).describe('number of the sentence'),
        quote: z.string().nullable(),
        label: z.enum(['supported', 'unsupported']),
      }),
    ),
    notes: z.array(z.string()).optional(),
    score: z.int().min(1).max(5),
    kind: z.union([z.string(), z.number()]),
    final: z.boolean(),
  }),
)

describe('describeAnswer', () => {
  it('says the shape in English, in the order of the fields', () => {
    expect(describeAnswer(shape, 'en')).toMatchInlineSnapshot(`
      "Reply with one JSON object and nothing else. Its fields, in this order:
      - "sentences": a list, each entry an object with:
        - "index": a whole number; number of the sentence
        - "quote": text, or null
        - "label": exactly one of "supported", "unsupported"
      - "notes": a list, each entry text; may be left out
      - "score": a whole number from 1 to 5
      - "kind": a value of the JSON schema {"type":["string","number"]}
      - "final": true or false"
    `)
  })

  it('says the shape in Japanese', () => {
    expect(describeAnswer(shape, 'ja')).toMatchInlineSnapshot(`
      "JSON オブジェクトを 1 つだけ返し、ほかには何も書かないでください。フィールドは次の順です。
      - "sentences": 配列。各要素は次のフィールドを持つオブジェクト:
        - "index": 整数; number of the sentence
        - "quote": 文字列、または null
        - "label": 次のうちちょうど 1 つ: "supported", "unsupported"
      - "notes": 配列。各要素は文字列; 省略可
      - "score": 整数 1 以上 5 以下
      - "kind": JSON スキーマ {"type":["string","number"]} に合う値
      - "final": true または false"
    `)
  })
})
