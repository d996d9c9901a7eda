import { growth } from '../../../../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toEnglish } from '../../../../core/index.ts'
import type { Document } from '../../../../documents/index.ts'
import { readReview } from '../../../../text/index.ts'
import type { ReviewRequest } from '../reviewer.ts'
import { embeddedReviewer } from './embedded-reviewer.ts'

const reviewer = embeddedReviewer()

const Answer = z.object({
  result: z.enum(['pass', 'fail', 'not_evaluated']),
  confidence: z.number().nullable(),
  evidenceStatus: z.string(),
  explanation: z.string(),
  citations: z.array(z.string()),
})

function requestOf(text: string, checkDescription: string, languageName = 'English'): ReviewRequest {
  return {
    task: { documents: ['d.md'], folder: '/', checkName: 'Check', checkDescription, languageName },
    documents: [{ name: 'd.md', kind: 'markdown', warnings: [], pages: [{ number: 1, text, warnings: [] }] }],
  }
}

function pageOf(text: string): Document {
  return { name: 'd.pdf', kind: 'pdf', warnings: [], pages: [{ number: 1, text, warnings: [] }] }
}

async function reviewPage(text: string, check: string) {
  const { task } = requestOf('', check)
  const { answer } = await reviewer.review({ task, documents: [pageOf(text)] }, new AbortController().signal)
  return Answer.parse(JSON.parse(answer))
}

async function review(
  text: string,
  checkDescription: string,
  languageName = 'English',
  signal = new AbortController().signal,
) {
  const { answer } = await reviewer.review(requestOf(text, checkDescription, languageName), signal)
  return Answer.parse(JSON.parse(answer))
}

const fridges = `| Device | Reading | Disk used |
|---|---|---|
| Fridge 1 | 3.8 °C | 20 % |
| Fridge 2 | 11.5 °C | 95 % |`

describe('the embedded reviewer', () => {
  it.each([
    ['検索の応答時間は 250 ミリ秒です。', '検索の応答時間は 300 ミリ秒以内であること。', 'pass'],
    ['検索の応答時間は 0.4 秒です。', '検索の応答時間は 300 ミリ秒以内であること。', 'fail'],
    ['The latency is 1.2 seconds.', 'The latency is at most 2,000 milliseconds.', 'pass'],
    ['Each node has 32 GB of memory.', 'Each node has at least 32 GiB of memory.', 'fail'],
    ['賠償の上限は委託料の24か月分とする。', '賠償の上限は委託料の12か月分以上であること。', 'pass'],
    ['報告書は2026年5月3日までに提出する。', '報告書は2026年5月10日より前に提出すること。', 'pass'],
    ['Payment is due after 30 days at the latest.', 'Payment is due after 14 days at the latest.', 'fail'],
    ['容量は 250 ホゲです。', '容量は 300 ホゲ以内であること。', 'not_evaluated'],
  ])('reads the units and limits of %s', async (text, check, result) => {
    expect(await review(text, check)).toMatchObject({ result })
  })

  it.each([
    ['Backup retention of the primary database: 30 days\nLog retention: 7 days', 'Log retention is at least 14 days.'],
    [
      '本番環境の主データベースのバックアップ（日次のフルバックアップを含む）の保存期間：30日\nログの保存期間：7日',
      'ログの保存期間は14日以上であること。',
    ],
  ])('takes each line of a list of names and values by itself: %s', async (text, check) => {
    const [, last] = text.split('\n')
    expect(await review(text, check)).toMatchObject({ result: 'fail', citations: [last] })
  })

  it.each([
    ['Fire doors on all floors of the north building: 12\nExtinguishers: none', 'There are at least 10 extinguishers.'],
    [
      'Last inspection of the boiler by the authority: 2023-11-02\nSprinklers: not inspected',
      'The sprinklers were inspected on or after 2023-01-01.',
    ],
  ])('takes no value of another name for the one that is asked for: %s', async (text, check) => {
    expect(await review(text, check)).not.toMatchObject({ result: 'pass' })
  })

  it.each([
    ['The first instalment is due in 10 days.', 'The 2nd instalment is due in at most 15 days.'],
    ['The third instalment is due in 20 days.', 'The 1st instalment is due in at most 15 days.'],
  ])('takes no ordinal for another one: %s', async (text, check) => {
    expect((await review(text, check)).result).toBe('not_evaluated')
  })

  it.each([
    ['The fee is $3k.', 'The fee is at most $5.'],
    ['The fee is €1.5 m.', 'The fee is at most €2.'],
  ])('takes no abbreviated thousands or millions for ones: %s', async (text, check) => {
    expect((await review(text, check)).result).toBe('not_evaluated')
  })

  it('compares sentences, and not paragraphs', async () => {
    const policy =
      'A request is answered within 14 days. A correction is answered within 6 weeks. Logs are kept for a year.'
    expect(await review(policy, 'A correction is answered within 30 days.')).toMatchObject({
      result: 'fail',
      confidence: 0.95,
      citations: ['A correction is answered within 6 weeks.'],
    })
    expect(await review(policy, 'Requests are answered within 30 days.')).toMatchObject({ result: 'pass' })
  })

  it('reads a Markdown table: the row by its number, the value by its column', async () => {
    expect(await review(fridges, 'Fridge 1 is at 10 °C or below.')).toMatchObject({ result: 'pass' })
    expect(await review(fridges, 'Fridge 2 is at 10 °C or below.')).toMatchObject({
      result: 'fail',
      citations: ['| Fridge 2 | 11.5 °C | 95 % |'],
    })
    expect(await review(fridges, 'The disk of fridge 2 is used to at most 80 %.')).toMatchObject({ result: 'fail' })
  })

  it('says once what it would say twice, and not more than anybody reads', async () => {
    const twice = 'Fridge 1 is at 10 °C or below. Fridge 1 is at 10 °C or below.'
    expect((await review(fridges, twice)).explanation.match(/Page 1 says/g)).toHaveLength(1)
    const many = Array.from({ length: 300 }, (_, index) => `Fridge 1 is at ${index + 10} °C or below.`).join('\n')
    const { explanation } = await review(fridges, many)
    expect(explanation).toMatch(/The same goes for 250 further requirements\.$/)
  })

  it('stops when nobody waits for it any more, between two requirements', async () => {
    const text = Array.from({ length: 5000 }, (_, index) => `The lights in room ${index} last 90 minutes.`).join('\n')
    const many = Array.from({ length: 500 }, (_, index) => `Lights in room ${index} last at least 60 minutes.`)
    await expect(review(text, many.join('\n'), 'English', AbortSignal.timeout(100))).rejects.toThrow(/timeout/)
  })

  it('asks of all what is asked of all', async () => {
    expect(await review(fridges, 'All fridges are at 10 °C or below.')).toMatchObject({
      result: 'fail',
      confidence: 0.9,
    })
  })

  it.each([
    ['another thing of that name', 'Fridge 1 was at 4 °C.', 'Fridge 3 is at 10 °C or below.'],
    ['what two places say otherwise', 'The fee is 80 yen. The fee is 120 yen.', 'The fee is at most 100 yen.'],
    ['a sum', 'Rent: 80 yen. Fee: 60 yen.', 'Rent and fee together are at most 100 yen.'],
    ['thousands or thousandths', 'The fee is 1.250 €.', 'The fee is at most 1000 €.'],
    ['a comma without a unit', 'Density: 0,95', 'The density is at least 0.9.'],
    ['one or two numbers', 'The load is 12 500 kg.', 'The load is at most 12,000 kg.'],
    ['half of a range', 'Delivery takes 3 to 5 days.', 'Delivery takes at most 4 days.'],
    ['how often', 'Backups are made monthly.', 'Backups are made at least weekly.'],
    ['how often, in years', 'The rules are reviewed every year.', 'The rules are reviewed at least every 2 years.'],
    ['a limit that may be what everybody gets', 'Meals: up to $75.', 'Meals are paid up to $100.'],
    ['which ones are meant', 'Receipts for expenses over $25.', 'Receipts are required for all expenses over $10.'],
    ['a word of the same family', 'API response time: < 200 ms', 'The API responds in less than 250 ms.'],
    ['what somebody has to value', '✓ The exits are easy to find.', 'The exits are reasonably marked.'],
    ['a condition', 'The pressure is 2 bar.', 'If it rains, the pressure is at most 3 bar.'],
    ['what is allowed', 'At most 2 guests.', 'Up to 5 guests may stay.'],
    ['prose', 'The trap was not cleaned.', 'The trap was cleaned.'],
    ['prose that says the same', 'The tenant gives notice in writing.', 'The tenant gives notice in writing.'],
    ['a number under another name', 'Subtotal: €50\n\nVAT 19 %: €9.50', 'The VAT rate is 19 %.'],
    ['a date under another name', 'The lease commences on 1 July 2025.', 'The lease begins in 2025.'],
    ['a time between two dates', 'Issued: 1 May 2025\n\nDue date: 31 May 2025', 'The invoice is due within 60 days.'],
    ['the last of its days', 'Valid until: 5 August 2026', 'The permit is valid on 1 March 2026.'],
    ['what is counted by its names', 'Present: A. Berg, B. Kerr', 'At least two members were present.'],
    ['the number of a row', '| No. | Device |\n|---|---|\n| 7 | Camera |', 'At least 5 cameras are listed.'],
  ])('does not tell by %s', async (_, text, check) => {
    const read = await review(text, check)
    expect(read).toMatchObject({ result: 'not_evaluated', confidence: null })
    expect(read.explanation).toMatch(/^I cannot tell without a model: /)
  })

  it.each([
    [
      '3.1 bar, between 2.1 and 2.5 bar',
      'The tyre pressure was 3.1 bar.',
      'The tyre pressure is between 2.1 and 2.5 bar.',
      'fail',
    ],
    [
      '2.3 bar, between 2.1 and 2.5 bar',
      'The tyre pressure was 2.3 bar.',
      'The tyre pressure is between 2.1 and 2.5 bar.',
      'pass',
    ],
    ['a bound within a bound', 'Faults are answered within 4 hours.', 'Faults are answered within 8 hours.', 'pass'],
    ['a looser bound', 'The response time shall not exceed 8 hours.', 'The response time is at most 4 hours.', 'fail'],
    ['another prefix of the unit', 'The pressure was 500 Pa.', 'The pressure is at least 4 kPa.', 'fail'],
    ['points in thousands', 'Total: €1.250,00', 'The total is at most €1,000.', 'fail'],
    ['points in millions', 'Total: 1.250.000 EUR', 'The total is at most 1,000,000 EUR.', 'fail'],
    ['millions in words', 'The total is 2.5 million yen.', 'The total is at most 1,000,000 yen.', 'fail'],
    ['a sum in words', 'The total is 1 million 200 thousand yen.', 'The total is at most 1,100,000 yen.', 'fail'],
    ['a rest after thousands', 'The total is 5 thousand 300 yen.', 'The total is at most 5,200 yen.', 'fail'],
    ['powers of ten', 'The count was 2.5 × 10⁶ CFU.', 'The count is at most 1,000,000 CFU.', 'fail'],
    ['marks of notes', 'The fee is 120¹ yen.', 'The fee is at most 200 yen.', 'pass'],
    ['half a million', 'The total is half a million yen.', 'The total is at most 600,000 yen.', 'pass'],
    [
      'all in words',
      'The total is one million two hundred thousand yen.',
      'The total is at most 1,100,000 yen.',
      'fail',
    ],
    ['thousands of a word', 'The total is 1,500 thousand yen.', 'The total is at most 2 million yen.', 'pass'],
    ['a price of thousandths', 'The price is 0.299 €.', 'The price is at most 0.35 €.', 'pass'],
    ['cents behind a comma', 'The fee is €12,50.', 'The fee is at most €12.20.', 'fail'],
    ['a decimal comma', 'The chlorine content is 0,8 mg/l.', 'The chlorine content is at most 0.5 mg/l.', 'fail'],
    ['words and figures', 'The warranty is thirty (30) days.', 'The warranty is at least two years.', 'fail'],
    [
      'days with a hyphen',
      'Refunds are processed within 5-10 business days.',
      'Refunds are processed within 12 business days.',
      'pass',
    ],
    ['a date', 'Signed on 3 March 2024.', 'The form was signed before 1 April 2024.', 'pass'],
    ['a date either way', 'Revision date: 6/9/2022', 'The revision date is 1 January 2022 or later.', 'pass'],
    [
      'the place beside a blank one',
      'Relative vapour density: no data available\n\nRelative density: 0.84',
      'The relative density is between 0.8 and 0.9.',
      'pass',
    ],
    [
      'a range up to zero',
      'The store temperature was -10 °C.',
      'The store temperature is between -20 and 0 °C.',
      'pass',
    ],
    ['a range of Fahrenheit', 'The oven temperature was 35 °F.', 'The oven temperature is 32 to 41 °F.', 'pass'],
    ['the unit of a label', 'Flash point (°C): -17', 'The flash point is at least 23 °C.', 'fail'],
    [
      'a clause by its heading',
      '# 9. Termination\n\nA party in breach is liable.',
      'There is a clause on termination.',
      'pass',
    ],
    ['a defined term', '“Affiliate” means any entity.', 'The term "Affiliate" is defined.', 'pass'],
    [
      'what is said not to be there',
      'There is no smoke detector in the attic.',
      'A smoke detector is installed in the attic.',
      'fail',
    ],
    [
      'lines with labels',
      'Holding time above 60 °C: 2 hours\nShelf life of the dish when chilled: 6 days',
      'The shelf life is at least five days.',
      'pass',
    ],
    [
      'the rows of a table',
      '| Pin | Name |\n|---|---|\n| a | GND |\n| b | VDD |',
      'The table of pins has 2 rows.',
      'pass',
    ],
  ])('compares %s', async (_, text, check, result) => {
    expect(await review(text, check)).toMatchObject({ result })
  })

  it.each([
    ['手付金は代金の2割5分とする。', '手付金は代金の2割以上3割以下であること', 'pass'],
    ['手付金は代金の2割5分とする。', '手付金が代金の2割以下であること', 'fail'],
    ['塩素濃度は0.4mg/L以上0.6mg/L以下に保つ。', '塩素濃度が0.2mg/L以上1.0mg/L以下であること', 'pass'],
    ['保証期間は引渡しの日から1年6か月とする。', '保証期間が1年以上であること', 'pass'],
    ['第7条（合意管轄）東京地方裁判所とする。', '合意管轄の条項があること', 'pass'],
    ['契約日：令和6年3月3日', '契約日が2024年4月1日以降であること', 'fail'],
  ])('compares in Japanese: %s %s', async (text, check, result) => {
    expect(await review(text, check, '日本語')).toMatchObject({ result })
  })

  it('fails at 0.40 what no line speaks of, and says no more than that', async () => {
    const absent = await review('The exits are free.', 'A sprinkler system is installed.')
    expect(absent).toMatchObject({ result: 'fail', confidence: 0.4, evidenceStatus: 'insufficient', citations: [] })
    expect(absent.explanation).toMatchInlineSnapshot(
      `"No line was found that I can compare, so evidence is missing for: A sprinkler system is installed."`,
    )
    const blank = await review('- Battery backup: (not measured)', 'The battery backup lasts at least 60 minutes.')
    expect(blank).toMatchObject({ result: 'fail', confidence: 0.4, evidenceStatus: 'insufficient' })
    expect(blank.explanation).toMatchInlineSnapshot(
      `"Page 1 says “- Battery backup: (not measured)” and gives nothing that I can compare with: The battery backup lasts at least 60 minutes."`,
    )
  })

  it.each([
    ['We respond within 4 hours.', 'The response time is at most 8 hours.'],
    ['支払いは月末締めの翌月に行う。', '支払期限は30日以内であること。'],
  ])('leaves open where a document speaks of it in another form: %s', async (text, check) => {
    expect((await review(text, check)).result).toBe('not_evaluated')
  })

  it.each([
    ['Unit price: 480 EUR', 'No unit price is above 500 EUR.'],
    ['単価：480円', '単価が500円を超えるものがないこと。'],
  ])('leaves open what a bound denies of everything: %s', async (text, check) => {
    expect((await review(text, check)).result).toBe('not_evaluated')
  })

  it('joins the lines of a page to sentences, and of a file with labels to none', async () => {
    const text =
      'The tenant may end the lease with a notice to the landlord of no less\nthan six (6) weeks before the end of a month.'
    expect(await reviewPage(text, 'The notice is at least 4 weeks.')).toMatchObject({ result: 'pass' })
    expect(await reviewPage('Doctor: A. Berg\nSignature: (blank)', 'The form has a signature.')).toMatchObject({
      result: 'fail',
      confidence: 0.4,
    })
  })

  it('shows the nearest passages of what it cannot tell, in the language of the task', async () => {
    const { explanation, citations } = await review(
      '保守窓口は平日に対応する。予備品は倉庫にある。',
      '予備品を適時に補充すること',
      '日本語',
    )
    expect(explanation).toMatchInlineSnapshot(
      `"モデルなしでは判断できません: 予備品を適時に補充すること。近い記載: 1ページ「予備品は倉庫にある」。"`,
    )
    expect(citations).toMatchInlineSnapshot(`
      [
        "予備品は倉庫にある。",
      ]
    `)
  })

  it('takes kanji in common for something near, and no end in katakana', async () => {
    const near = await review('非常照明は20台ある。', '非常灯は停電時にのみ使ってよい。', '日本語')
    expect(near).toMatchObject({ result: 'not_evaluated', citations: ['非常照明は20台ある。'] })
    const hours = await review('プールは1年間有効である。', 'スモールは80時間以上であること', '日本語')
    expect(hours.result).not.toBe('pass')
  })

  it('answers in sentences that can be read', async () => {
    const { explanation } = await review(fridges, 'Fridge 2 is at 10 °C or below.')
    expect(explanation).toMatchInlineSnapshot(
      `"Page 1 says “| Fridge 2 | 11.5 °C | 95 % |” (11.5 °C), which does not meet: Fridge 2 is at 10 °C or below."`,
    )
    const japanese = await review('残留塩素は0.05mg/Lであった。', '残留塩素が0.1mg/L以上であること', '日本語')
    expect(japanese.explanation).toMatchInlineSnapshot(
      `"1ページに「残留塩素は0.05mg/Lであった」（0.05mg/L）とあり、次の要件を満たしません: 残留塩素が0.1mg/L以上であること。"`,
    )
  })

  it('lets others have their turn, however long the line and however many the requirements', async () => {
    const line = '消火器が廊下に2台設置され、点検済み。'.repeat(1000)
    const check = Array.from({ length: 50 }, (_, index) => `消火器が${index + 1}台以上設置されている`).join('、')
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    await review(line, check, '日本語')
    clearImmediate(next)
    expect(turns).toBeGreaterThan(50)
  })

  it('passes nothing of which it left something unread, and says what', async () => {
    const text = 'The trap was cleaned.'
    const said = '✓ The trap was cleaned.'
    expect(await review(said, 'The trap was cleaned.')).toMatchObject({ result: 'pass' })
    expect(await review(said, `The trap was cleaned.${' '.repeat(100_000)}`)).toMatchObject({ result: 'not_evaluated' })
    const { warnings } = await reviewer.review(
      requestOf(text, `The trap was cleaned.${' '.repeat(100_000)}`),
      new AbortController().signal,
    )
    expect(warnings.map(toEnglish)).toEqual(['only the first 100000 characters of the check were read'])
  })

  it('leaves out requirements where there is too much to compare, and says how many', async () => {
    const text = 'The lamp in room 1 was checked.'
    const check = 'The lamp in room 1 was checked. '.repeat(9)
    const hurried = embeddedReviewer({ mostCompared: 5 * text.length })
    const { answer, warnings } = await hurried.review(requestOf(text, check), new AbortController().signal)
    expect(warnings.map(toEnglish)).toEqual(['only the first 5 of 9 requirements were looked into'])
    expect(JSON.parse(answer)).toMatchObject({
      result: 'not_evaluated',
      explanation: expect.stringMatching(/Not everything was looked into: the documents or the check are too long/),
    })
  })

  it.each(['1', '|', ' ', '1,', 'lamp ', '照明', '1 m ', '['])(
    'reads a line in work that grows with its length, and not with its square: %j',
    async (piece) => {
      const read = (scale: number) => {
        const long = piece.repeat(1000 * scale)
        return review(`${long}x`, `At least ${long} things`)
      }
      expect(await growth(read)).toBeLessThan(2.3)
    },
  )
})

async function reviewed(checkDescription: string, pages: Document['pages'], languageName = 'English') {
  const documents: Document[] = [{ name: 'd.pdf', kind: 'pdf', warnings: [], pages }]
  const task = { documents: ['d.pdf'], folder: '/', checkName: 'Check', checkDescription, languageName }
  return readReview((await reviewer.review({ task, documents }, new AbortController().signal)).answer)
}

describe('the embedded reviewer on pages that nobody read', () => {
  const [text, scan] = [
    {
      number: 1,
      text: 'The emergency lights last 45 minutes.\n\nThe rear exit is locked.\n\nThe hall has 2 extinguishers.',
      warnings: [],
    },
    { number: 2, text: '', warnings: [], unread: true },
  ]
  it('judges nothing of a document that is one scan, in either language', async () => {
    const read = await reviewed('The warranty period is two years.', [{ ...scan, number: 1 }])
    expect(read).toMatchObject({
      status: 'declined',
      unreadPages: 'd.pdf p. 1',
      review: { explanation: 'd.pdf p. 1 could not be read, so this was not judged.' },
    })
    expect(await reviewed('保証期間は2年です。', [{ ...scan, number: 1 }], '日本語')).toMatchObject({
      status: 'declined',
      review: { explanation: 'd.pdf p. 1 を読み取れなかったため、判定していません。' },
    })
  })

  it.each([
    ['what is nowhere said', 'The warranty period is two years.'],
    ['what was counted', 'There are at least 3 extinguishers in the hall.'],
    ['what is met as far as can be read', 'The emergency lights last at least 30 minutes.'],
    ['everything', 'All first-aid boxes are complete.'],
  ])('does not judge %s', async (_, check) => {
    expect((await reviewed(check, [text, scan])).status).toBe('declined')
  })

  it('judges what a page that it read says against the check', async () => {
    const read = await reviewed('The emergency lights last at least 60 minutes.', [text, scan])
    expect(read).toMatchObject({ status: 'read', review: { result: 'fail', evidenceStatus: 'sufficient' } })
  })

  it('judges what the check asks of a page that it read', async () => {
    const check = 'The emergency lights last at least 30 minutes (page 1).'
    expect(await reviewed(check, [text, scan])).toMatchObject({ status: 'read', review: { result: 'pass' } })
    expect((await reviewed(check.replace('page 1', 'page 2'), [text, scan])).status).toBe('declined')
  })

  it('looks at the page that a check names in Japanese', async () => {
    const pages = [
      { number: 1, text: '非常照明は90分点灯する。', warnings: [] },
      { number: 2, text: '非常照明は150分点灯する。', warnings: [] },
    ]
    const resultOf = async (check: string) => {
      const answer = await reviewed(check, pages, '日本語')
      return answer.status === 'read' ? answer.review.result : answer.status
    }
    expect(await resultOf('非常照明（1ページ）が120分以上点灯すること')).toBe('fail')
    expect(await resultOf('非常照明（2ページ）が120分以上点灯すること')).toBe('pass')
  })

  it('judges no image, and no document without a word', async () => {
    expect((await reviewed('The exits are lit.', [{ number: 1, text: ' ', warnings: [] }])).status).toBe('declined')
    const image: Document = {
      name: 'plan.png',
      kind: 'image',
      pages: [{ number: 1, text: '', warnings: [], unread: true }],
      image: { mimeType: 'image/png', bytes: new Uint8Array(), width: 1, height: 1 },
      warnings: [],
    }
    const task = requestOf('', 'The exits are lit.').task
    const { answer } = await reviewer.review({ task, documents: [image] }, new AbortController().signal)
    expect(readReview(answer)).toMatchObject({ status: 'declined', unreadPages: 'plan.png p. 1' })
  })

  it('takes an empty page among others for what it is', async () => {
    const blank = { number: 2, text: '', warnings: [] }
    expect(await reviewed('The emergency lights last at least 30 minutes.', [text, blank])).toMatchObject({
      review: { result: 'pass' },
    })
  })
})
