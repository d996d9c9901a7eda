import { expect, it } from 'vitest'
import { openWorkbook } from './open-workbook.ts'
import { writeWorkbook } from './write-workbook.ts'

it('is read back as it was written: texts as texts, numbers as numbers, nothing that XML has no place for', () => {
  const rows = [
    ['document', 'confidence', 'quote'],
    ['契約 <1> & "2".pdf', 0.9, '=HYPERLINK("x")\nsecond\u0000 line\ud800 _x003D_'],
    ['', undefined, 'x'.repeat(40_000)],
  ]
  const [sheet, ...others] = openWorkbook(
    writeWorkbook('a/b: [review] of all contracts of the year', rows, [30, 9, 50]),
    'x.xlsx',
  )
  expect([sheet?.name, others]).toEqual(['a b   review  of all contracts ', []])
  const [head, first, second] = sheet?.rows() ?? []
  expect([...(head?.cells ?? [])]).toEqual([
    [0, 'document'],
    [1, 'confidence'],
    [2, 'quote'],
  ])
  expect([...(first?.cells ?? [])]).toEqual([
    [0, '契約 <1> & "2".pdf'],
    [1, 0.9],
    [2, '=HYPERLINK("x")\nsecond line\ufffd _x003D_'],
  ])
  expect([...(second?.cells.values() ?? [])].map((cell) => String(cell).length)).toEqual([32_767])
})
