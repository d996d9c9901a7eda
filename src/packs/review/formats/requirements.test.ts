import { describe, expect, it } from 'vitest'
import { sheetOf, writeXlsx } from '../../../../test/fixtures/write-xlsx.ts'
import { toEnglish } from '../../../core/index.ts'
import { readRequirements } from './requirements.ts'

const names = ['id', 'requirement']
const read = async (file: string, bytes: Uint8Array) => {
  const { requirements, notes } = await readRequirements(file, bytes)
  return { names: requirements.map(({ name }) => name), notes: notes.map(toEnglish) }
}

describe('a table of requirements', () => {
  const book = writeXlsx({ S: sheetOf([names, ['R1', 'is lit'], ['R2']]), More: sheetOf([names, ['M1', 'is dry']]) })

  it('says which rows and sheets it has besides requirements', async () => {
    expect(await read('book.xlsx', book)).toEqual({
      names: ['R1'],
      notes: [
        'book.xlsx: the sheet S is read; others are named as in book.xlsx#More: More',
        'book.xlsx: 1 row without a requirement is left out (3)',
      ],
    })
    const csv = `id,requirement\n${'S,\n'.repeat(11)}R1,is lit\n`
    expect(await read('table.csv', Buffer.from(csv))).toEqual({
      names: ['R1'],
      notes: ['table.csv: 11 rows without a requirement are left out (2, 3, 4, 5, 6, 7, 8, 9, 10, 11 …)'],
    })
  })

  it('is the named sheet of a workbook', async () => {
    expect(await read('book.xlsx#More', book)).toEqual({ names: ['M1'], notes: [] })
  })

  it('does not lose a requirement that is a formula without its value', async () => {
    const formula = '<row><c t="inlineStr"><is><t>R1</t></is></c><c><f>CONCATENATE("is ","lit")</f></c></row>'
    const sheet = sheetOf([names]).replace('</sheetData>', `${formula}</sheetData>`)
    await expect(read('book.xlsx', writeXlsx({ S: sheet }))).rejects.toThrow(
      'book.xlsx: row 2 has a formula without its value',
    )
  })
})
