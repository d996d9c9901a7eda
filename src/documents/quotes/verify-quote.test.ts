import { growth } from '../../../test/growth.ts'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Document, type QuoteCheck, readDocument, verifyQuote } from '../index.ts'

const examples = join(import.meta.dirname, '..', '..', '..', 'examples', 'document-review')

/** A document with these pages. */
function written(...pages: readonly string[]): Document {
  return {
    name: 'written.txt',
    kind: 'text',
    pages: pages.map((text, index) => ({ number: index + 1, text, warnings: [] })),
    warnings: [],
  }
}

/** One line: what became of the quote, where, and what is different. */
function line(quote: string, document: Document): string {
  const check = verifyQuote(quote, document)
  const places = check.status === 'not-found' ? check.nearest : check.matched
  const where = places.map(({ page, text }) => `p.${page} ${JSON.stringify(text)}`).join(' + ')
  const difference = 'difference' in check && check.difference !== undefined ? check.difference : undefined
  const change = difference === undefined ? '' : ` (${difference.quote || '–'} ≠ ${difference.document || '–'})`
  return `${check.status} ${check.similarity.toFixed(2)} ${where}${change}`.trim()
}

const statusOf = (quote: string, document: Document): QuoteCheck['status'] => verifyQuote(quote, document).status

describe('a quote is verified', () => {
  const document = written(
    'Emergency lighting\nBattery backup: 90 min-\nutes, measured in the first-\nfloor corridor.\n“All lights” stay lit — even 1,200 of them on a floor of 20 m².',
    'ｶﾞﾚｰｼﾞ\t２台\n非常照明は\n９０分間点灯する。',
  )

  const same = [
    'a floor of 20 m2',
    'Battery backup: 90 minutes, measured in the first-floor corridor',
    '  "Battery backup:\n90 minutes"  ',
    'Battery backup :90 minutes.',
    '"All lights" stay lit - even 1200 of them',
    'ガレージ 2台',
    '「非常照明は90分間点灯する」',
    '非常照明は 90 分間点灯する',
    'Battery backup … floor corridor',
    'Emergency lighting\n| Battery backup: 90 minutes |',
  ]
  for (const quote of same)
    it(`when only typesetting differs: ${JSON.stringify(quote)}`, () => {
      expect(statusOf(quote, document)).toBe('verified')
    })

  it('with the stretch of the page to highlight', () => {
    const check = verifyQuote('Battery backup: 90 minutes', document)
    expect(check).toEqual({
      status: 'verified',
      page: 1,
      similarity: 1,
      matched: [{ page: 1, start: 19, end: 47, text: 'Battery backup: 90 min-\nutes' }],
    })
  })

  it('across a page break, with and without the lines that head and foot every page', () => {
    const plain = written('The rear exit is', 'locked at night.')
    expect(line('The rear exit is locked at night.', plain)).toBe(
      'verified 1.00 p.1 "The rear exit is" + p.2 "locked at night"',
    )
    const headed = written(
      'Fire report\nFirst words. The rear exit is\npage 1 of 3',
      'Fire report\nlocked at night.\npage 2 of 3',
      'Fire report\nLast words.\npage 3 of 3',
    )
    expect(statusOf('The rear exit is locked at night.', headed)).toBe('verified')
    expect(line('page 2 of 3', headed)).toBe('verified 1.00 p.2 "page 2 of 3"')
  })
})

describe('a quote is approximate', () => {
  const document = written(
    'The extinguishers of the kitchen are mounted on the wall beside the door and were checked in spring.\nThe building is NOT COMPLIANT.\n設置12台のうち7台が試験で点灯しなかった。判定は不適合。廊下の消火器は壁に固定されている。',
  )

  it('when some little words, endings or letters are others', () => {
    expect(
      [
        'the extinguishers in the kitchen are mounted on the wall beside a door',
        'The extinguisher of the kitchen is mounted on the wall beside the door and was checked in spring',
        'The extinguishcrs of the kitchen are mounted on the wall beside the door and were checked in spring',
        '廊下の消火器が壁に固定されている',
      ].map((quote) => line(quote, document)),
    ).toMatchInlineSnapshot(`
      [
        "approximate 0.87 p.1 "The extinguishers of the kitchen are mounted on the wall beside the door"",
        "approximate 0.88 p.1 "The extinguishers of the kitchen are mounted on the wall beside the door and were checked in spring"",
        "approximate 0.97 p.1 "The extinguishers of the kitchen are mounted on the wall beside the door and were checked in spring"",
        "approximate 0.92 p.1 "廊下の消火器は壁に固定されている"",
      ]
    `)
  })

  it('when it was cut out of a negation', () => {
    expect(
      ['COMPLIANT', 'The building is … COMPLIANT', '適合。廊下の消火器', '7台が試験で点灯し'].map((quote) =>
        line(quote, document),
      ),
    ).toMatchInlineSnapshot(`
      [
        "approximate 1.00 p.1 "COMPLIANT" (– ≠ NOT)",
        "approximate 1.00 p.1 "The building is" + p.1 "COMPLIANT" (– ≠ NOT)",
        "approximate 1.00 p.1 "適合。廊下の消火器" (– ≠ 不)",
        "approximate 1.00 p.1 "7台が試験で点灯し" (– ≠ なかっ)",
      ]
    `)
  })
})

describe('a quote is not found', () => {
  it('when it is empty, too short to mean a place, or in no document', () => {
    const document = written('Battery backup: 90 minutes', '')
    for (const quote of ['', '   ', '…', '""', '90', 'a', '分', '.'.repeat(1000)])
      expect(statusOf(quote, document)).toBe('not-found')
    expect(verifyQuote('Battery backup', written(''))).toEqual({ status: 'not-found', similarity: 0, nearest: [] })
  })

  it('when it is about something else, with nothing near', () => {
    expect(line('Sprinklers are installed on all floors', written('Battery backup: 90 minutes'))).toBe('not-found 0.00')
  })

  const document = written(
    [
      'Battery backup: 90 minutes, measured without mains power at -5 °C for $200.',
      'The rear exit is locked. At least 2 of the 8 extinguishers in Building A are within their expiry date of June 2029.',
      'Room ①90 minutes away, an area of 10² squares, a floor of 20 m².',
      'Power draw: 5 mW per light. FS-2025-A. Ratio 0.5 and 10.5 percent. Cells: 2\t4 end.',
      '✗ Battery of the second lamp: 20 minutes.',
      '1階廊下のABC型消火器4台は壁に固定され、いずれも有効期限内。点検は60分以上かかった。7台が点灯しなかった。一部適合。',
    ].join('\n'),
  )
  const changed: Readonly<Record<string, readonly string[]>> = {
    'a number': [
      'Battery backup: 120 minutes, measured without mains power',
      'Battery backup: 9 minutes, measured without mains power',
      'Battery backup: 900 minutes, measured without mains power',
      '0 minutes, measured without mains power',
      'Ratio 0.5 and 0.5 percent',
      '5 percent. Cells: 2',
      'Cells: 24 end',
      'At least 3 of the 8 extinguishers in Building A are within their expiry date of June 2029',
      'At least two of the 8 extinguishers in Building A are within their expiry date of June 2029',
      'Room 190 minutes away, an area of',
      'an area of 102 squares, a floor of 20 m2',
      '1階廊下のABC型消火器8台は壁に固定され、いずれも有効期限内',
      '1階廊下のABC型消火器四台は壁に固定され、いずれも有効期限内',
      '2階廊下のABC型消火器4台は壁に固定され、いずれも有効期限内',
    ],
    'a sign': [
      'measured without mains power at 5 °C for $200',
      '5 °C for $200',
      'measured without mains power at -5 °C for €200',
    ],
    'a unit': [
      'Battery backup: 90 seconds, measured without mains power',
      'Power draw: 5 MW per light',
      '点検は60秒以上かかった',
    ],
    'a negation': [
      'The rear exit is not locked. At least 2 of the 8 extinguishers in Building A',
      'Battery backup: 90 minutes, measured with mains power at -5 °C',
      "The rear exit isn't locked. At least 2 of the 8 extinguishers in Building A",
      '1階廊下のABC型消火器4台は壁に固定されず、いずれも有効期限内',
      '7台が点灯した。一部適合',
      '点検は60分以上かかっていない。7台が点灯しなかった',
    ],
    'a bound or a quantity': [
      'At most 2 of the 8 extinguishers in Building A are within their expiry date of June 2029',
      'All of the 8 extinguishers in Building A are within their expiry date of June 2029',
      '点検は60分以下かかった。7台が点灯しなかった',
      '7台が点灯しなかった。全部適合',
      '1階廊下のABC型消火器4台は壁に固定され、いずれも有効期限外',
    ],
    'a name': [
      'At least 2 of the 8 extinguishers in Building B are within their expiry date of June 2029',
      'At least 2 of the 8 extinguishers in Building A are within their expiry date of March 2029',
    ],
    'a mark': ['✓ Battery of the second lamp: 20 minutes'],
  }
  for (const [what, quotes] of Object.entries(changed)) {
    for (const quote of quotes) {
      it(`when ${what} is another, however alike the rest is: ${quote}`, () => {
        expect(line(quote, document)).toMatch(/^not-found/)
      })
    }
  }

  it('with what comes nearest and what is different', () => {
    expect(
      [changed['a number']?.[0], changed['a unit']?.[0], changed['a negation']?.[0], changed['a number']?.at(-1)].map(
        (quote) => line(quote ?? '', document),
      ),
    ).toMatchInlineSnapshot(`
      [
        "not-found 0.76 p.1 "Battery backup: 90 minutes, measured without mains power" (120 ≠ 90)",
        "not-found 0.76 p.1 "Battery backup: 90 minutes, measured without mains power" (seconds ≠ minutes)",
        "not-found 0.91 p.1 "The rear exit is locked. At least 2 of the 8 extinguishers in Building A" (not ≠ –)",
        "not-found 0.78 p.1 "階廊下のABC型消火器4台は壁に固定され、いずれも有効期限" (2 ≠ –)",
      ]
    `)
  })
})

for (const language of ['en', 'ja'] as const) {
  describe(`every line of the shipped reports: ${language}`, () => {
    let document: Document
    let lines: readonly string[]
    beforeAll(async () => {
      document = await readDocument(join(examples, language, 'fixtures', 'floor_plan_safety_reports.pdf'))
      lines = document.pages
        .flatMap((page) => page.text.split('\n'))
        .filter((text) => text.replaceAll(/\W/g, '').length > 8 || text.length > 8)
    })

    it('is verified as it stands, with the place to highlight', () => {
      expect(lines.length).toBeGreaterThan(90)
      for (const text of lines) {
        const check = verifyQuote(text, document)
        expect({ text, status: check.status }).toEqual({ text, status: 'verified' })
        for (const place of check.status === 'verified' ? check.matched : []) {
          expect(document.pages[place.page - 1]?.text.slice(place.start, place.end)).toBe(place.text)
        }
      }
    })

    it('is not let through with any of its figures changed', () => {
      const all = document.pages.map((page) => page.text).join('\n')
      let tried = 0
      for (const text of lines) {
        for (const { 0: number, index } of text.matchAll(/\d+/g)) {
          const forged = `${text.slice(0, index)}${Number(number) + 1}${text.slice(index + number.length)}`
          if (all.includes(forged)) continue
          expect({ forged, status: statusOf(forged, document) }).toEqual({ forged, status: 'not-found' })
          tried += 1
        }
      }
      expect(tried).toBeGreaterThan(80)
    })
  })
}

describe('checking quotes', () => {
  const page = Array.from(
    { length: 40 },
    (_, index) => `Line ${index} of a page: the exits of the building are lit.`,
  ).join('\n')
  const sheets = (count: number) =>
    written(...Array.from({ length: count }, (_, index) => `${page}\nThis is sheet number ${index}.`))

  it('finds one in 300 pages', () => {
    expect(verifyQuote('This is sheet number 299.', sheets(300))).toMatchObject({ status: 'verified', page: 300 })
  })

  it.each([
    ['one that is there', 'This is sheet number 4.'],
    ['one that is nearly there', 'This is sheet number 3 or another one.'],
    ['one of many pieces', 'the exits … '.repeat(100)],
  ])('has work that grows with the number of pages, and not with its square: %s', async (_name, quote) => {
    expect(await growth((scale) => verifyQuote(quote, sheets(5 * scale)))).toBeLessThan(2.3)
  })

  it('reads a document once for many quotes', async () => {
    const document = sheets(40)
    const verify = (scale: number) => {
      for (let time = 0; time < 10 * scale; time += 1) verifyQuote('This is sheet number 39.', document)
    }
    expect(await growth(verify)).toBeLessThan(2.3)
  })

  it.each(['a', '… ', ' ', 'Line 1 of a page: ', '-\n', 'the exits … '])(
    'has work that grows with the length of a quote, and not with its square: %j',
    async (piece) => {
      const document = sheets(5)
      const verify = (scale: number) => verifyQuote(piece.repeat(Math.ceil((10_000 * scale) / piece.length)), document)
      expect(await growth(verify)).toBeLessThan(2.3)
    },
  )
})
