/** ✓ in order, ✗ not in order, □ and ❏ not filled in. */
type Mark = '✓' | '✗' | '□' | '❏'

type Finding = readonly [Mark, string]

/** The report on one building: one page. */
export type Report = {
  readonly title: string
  /** Label and entry. */
  readonly head: readonly (readonly [string, string])[]
  readonly extinguishers: Table
  readonly lighting: Section
  readonly signs: Section
  readonly inspection: Section
  readonly verdict: Section
  readonly footer: string
}

export type Section = { readonly heading: string; readonly findings: readonly Finding[] }

/** Place, type, number, good until, and the mark. */
type Table = {
  readonly heading: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly [string, string, string, string, Mark])[]
  readonly findings: readonly Finding[]
}

const section = (heading: string, ...findings: Finding[]): Section => ({ heading, findings })

/** Buildings A to F; what is wrong with each stands beside its letter. The same facts stand in `japaneseReports`. */
export const englishReports: readonly Report[] = [
  // A: everything is in order. Sprinklers and fire alarms are not mentioned anywhere.
  {
    ...englishHead('A', '15 December 2025'),
    extinguishers: englishTable(
      [
        ['Kitchen (1st floor)', 'ABC', '2', 'June 2029', '✓'],
        ['Corridor (1st floor)', 'ABC', '4', 'June 2029', '✓'],
        ['Storage room (1st floor)', 'ABC', '1', 'March 2028', '✓'],
        ['Garage', 'ABC', '1', 'March 2028', '✓'],
      ],
      ['✓', 'The 4 ABC extinguishers in the first-floor corridor are mounted and in date.'],
      ['✓', '8 ABC extinguishers in all, every pressure gauge in the green zone.'],
    ),
    lighting: section(
      'Emergency lighting',
      ['✓', 'LED emergency lighting: 20 lights in corridors and stairways, all lit in the test'],
      ['✓', 'Battery backup: 90 minutes, measured without mains power'],
    ),
    signs: section(
      'Exit signs',
      ['✓', '6 illuminated exit signs, one at each exit and turn of the escape route'],
      ['✓', 'All of them are lit and can be seen without obstruction'],
    ),
    inspection: section(
      'Inspection record',
      ['✓', 'Yearly inspection of all fire equipment completed in December 2025'],
      ['✓', 'Extinguishers passed, emergency lighting passed, exit signs passed'],
    ),
    verdict: section('Overall assessment', ['✓', 'FULLY COMPLIANT. No action needed.']),
    footer: 'Building A - page 1 of 6',
  },
  // B: clear violations.
  {
    ...englishHead('B', '8 December 2025'),
    extinguishers: englishTable(
      [
        ['Kitchen (1st floor)', 'none', '0', '-', '✗'],
        ['Corridor (1st floor)', 'ABC', '1', 'April 2023', '✗'],
        ['Storage room (1st floor)', 'ABC', '1', 'April 2023', '✗'],
        ['Garage', 'none', '0', '-', '✗'],
      ],
      ['✗', 'Both extinguishers expired in April 2023; kitchen and garage have none.'],
    ),
    lighting: section(
      'Emergency lighting',
      ['✗', '12 lights are installed, 7 of them stayed dark in the test'],
      ['✗', 'Battery backup: 20 minutes'],
    ),
    signs: section(
      'Exit signs',
      ['✗', '4 exit signs, 3 of them unlit'],
      ['✗', 'The rear exit is locked, and stored goods stand in front of it'],
    ),
    inspection: section(
      'Inspection record',
      ['✗', 'The last yearly inspection on record is of November 2022'],
      ['✗', 'Defects reported then have not been repaired'],
    ),
    verdict: section('Overall assessment', ['✗', 'NOT COMPLIANT. The building needs immediate action.']),
    footer: 'Building B - page 2 of 6',
  },
  // C: vague wording; no number can be held against a requirement.
  {
    ...englishHead('C', 'Winter 2025'),
    extinguishers: englishTable(
      [
        ['Kitchen area', 'suitable', 'some', 'recent', '✓'],
        ['Corridors', 'suitable', 'several', 'recent', '✓'],
        ['Other rooms', 'various', 'as needed', 'mostly valid', '✓'],
      ],
      ['✓', 'Extinguishers are placed where they seemed useful.'],
    ),
    lighting: section(
      'Emergency lighting',
      ['✓', 'An appropriate number of lights is in place'],
      ['✓', 'The batteries should last for a reasonable time'],
    ),
    signs: section(
      'Exit signs',
      ['✓', 'Exits are marked in most places'],
      ['✓', 'The signs can generally be seen well enough'],
    ),
    inspection: section(
      'Inspection record',
      ['✓', 'A check was carried out some time ago'],
      ['✓', 'Nothing of note was brought up'],
    ),
    verdict: section('Overall assessment', ['✓', 'Considered largely satisfactory.']),
    footer: 'Building C - page 3 of 6',
  },
  // D: data are missing.
  {
    ...englishHead('D', '(blank)'),
    extinguishers: englishTable(
      [
        ['Kitchen (1st floor)', 'ABC', '2', '(blank)', '❏'],
        ['Corridor (1st floor)', '(blank)', '(blank)', '(blank)', '❏'],
        ['Storage room (1st floor)', 'ABC', '(blank)', '(blank)', '❏'],
        ['Garage', '(blank)', '(blank)', '(blank)', '❏'],
      ],
      ['❏', 'Total number: to be counted'],
    ),
    lighting: section('Emergency lighting', ['❏', 'Number of lights: (blank)'], ['❏', 'Battery backup: not measured']),
    signs: section('Exit signs', ['✓', '5 exit signs are on the plan'], ['❏', 'Lit and visible: not checked']),
    inspection: section('Inspection record', ['❏', 'Date of the last inspection: (blank)'], ['❏', 'Result: (blank)']),
    verdict: section('Overall assessment', ['❏', 'To be decided once the missing entries are there.']),
    footer: 'Building D - page 4 of 6',
  },
  // E: in part; the signs of the second floor fail.
  {
    ...englishHead('E', '11 December 2025'),
    extinguishers: englishTable(
      [
        ['Kitchen (1st floor)', 'ABC', '2', 'May 2028', '✓'],
        ['Corridor (1st floor)', 'ABC', '2', 'May 2028', '✓'],
        ['Corridor (2nd floor)', 'ABC', '2', 'May 2028', '✓'],
        ['Storage room (1st floor)', 'ABC', '1', 'May 2028', '✓'],
      ],
      ['✓', '7 extinguishers in all, every one within its expiry date.'],
    ),
    lighting: section(
      'Emergency lighting',
      ['✓', '16 LED lights, all lit in the test'],
      ['✓', 'Battery backup: 75 minutes'],
    ),
    signs: section(
      'Exit signs',
      ['✓', 'First floor: 4 signs, lit and in plain view'],
      ['✗', 'Second floor: 2 of 5 signs are broken'],
      ['✗', 'Second floor: 1 more sign is hidden behind shelves'],
    ),
    inspection: section(
      'Inspection record',
      ['✓', 'Yearly inspection completed in December 2025'],
      ['✗', 'Follow-up on the second floor is open'],
    ),
    verdict: section('Overall assessment', [
      '✗',
      'PARTLY COMPLIANT. The signs of the second floor have to be repaired.',
    ]),
    footer: 'Building E - page 5 of 6',
  },
  // F: declared a pass, with a battery that lasts 45 minutes; what it has to last is not stated.
  {
    ...englishHead('F', '18 December 2025'),
    extinguishers: englishTable(
      [
        ['Kitchen (1st floor)', 'ABC', '2', 'August 2028', '✓'],
        ['Corridor (1st floor)', 'ABC', '3', 'August 2028', '✓'],
        ['Storage room (1st floor)', 'ABC', '1', 'August 2028', '✓'],
        ['Garage', 'ABC', '1', 'August 2028', '✓'],
      ],
      ['✓', '7 extinguishers in all, every one within its expiry date.'],
    ),
    lighting: section(
      'Emergency lighting',
      ['✓', '18 LED lights, all lit in the test'],
      ['✓', 'Battery backup: 45 minutes, test passed'],
    ),
    signs: section('Exit signs', ['✓', '6 illuminated exit signs'], ['✓', 'All of them are lit and in plain view']),
    inspection: section(
      'Inspection record',
      ['✓', 'Yearly inspection completed in December 2025'],
      ['✓', 'All parts passed'],
    ),
    verdict: section('Overall assessment', ['✓', 'PASSED. No defects found.']),
    footer: 'Building F - page 6 of 6',
  },
]

/** The same buildings as `englishReports`. */
export const japaneseReports: readonly Report[] = [
  {
    ...japaneseHead('A', '2025年12月15日'),
    extinguishers: japaneseTable(
      [
        ['キッチン（1階）', 'ABC型', '2台', '2029年6月', '✓'],
        ['廊下（1階）', 'ABC型', '4台', '2029年6月', '✓'],
        ['倉庫（1階）', 'ABC型', '1台', '2028年3月', '✓'],
        ['ガレージ', 'ABC型', '1台', '2028年3月', '✓'],
      ],
      ['✓', '1階廊下のABC型消火器4台は壁に固定され、いずれも有効期限内。'],
      ['✓', 'ABC型消火器は合計8台、圧力計の針はすべて緑の範囲にある。'],
    ),
    lighting: section(
      '非常照明',
      ['✓', 'LED非常照明：廊下と階段に20台を設置、試験で全台点灯'],
      ['✓', 'バッテリーバックアップ：90分（主電源を切って測定）'],
    ),
    signs: section(
      '出口標識',
      ['✓', '照明付き出口標識6個を、各出口と避難経路の曲がり角に設置'],
      ['✓', 'すべて点灯し、遮るものなく見える'],
    ),
    inspection: section(
      '点検記録',
      ['✓', '全消防設備の年次点検を2025年12月に完了'],
      ['✓', '消火器は合格、非常照明は合格、出口標識は合格'],
    ),
    verdict: section('総合評価', ['✓', '完全適合。対応は不要。']),
    footer: '建物A　1/6ページ',
  },
  {
    ...japaneseHead('B', '2025年12月8日'),
    extinguishers: japaneseTable(
      [
        ['キッチン（1階）', 'なし', '0台', '－', '✗'],
        ['廊下（1階）', 'ABC型', '1台', '2023年4月', '✗'],
        ['倉庫（1階）', 'ABC型', '1台', '2023年4月', '✗'],
        ['ガレージ', 'なし', '0台', '－', '✗'],
      ],
      ['✗', '2台とも2023年4月に期限切れ。キッチンとガレージには消火器がない。'],
    ),
    lighting: section(
      '非常照明',
      ['✗', '設置12台のうち7台が試験で点灯しなかった'],
      ['✗', 'バッテリーバックアップ：20分'],
    ),
    signs: section('出口標識', ['✗', '出口標識4個のうち3個が消灯'], ['✗', '裏口は施錠され、前に荷物が積まれている']),
    inspection: section(
      '点検記録',
      ['✗', '記録に残る最後の年次点検は2022年11月'],
      ['✗', 'そのとき指摘された不具合は未修理'],
    ),
    verdict: section('総合評価', ['✗', '不適合。直ちに対応が必要。']),
    footer: '建物B　2/6ページ',
  },
  {
    ...japaneseHead('C', '2025年冬'),
    extinguishers: japaneseTable(
      [
        ['キッチン周辺', '適切な型', '若干', '最近', '✓'],
        ['廊下', '適切な型', '数台', '最近', '✓'],
        ['その他の部屋', '各種', '必要に応じて', 'おおむね有効', '✓'],
      ],
      ['✓', '消火器は役に立ちそうな場所に置かれている。'],
    ),
    lighting: section('非常照明', ['✓', '相応の数の照明がある'], ['✓', 'バッテリーは十分な時間もつはずである']),
    signs: section('出口標識', ['✓', 'ほとんどの出口に表示がある'], ['✓', '標識はだいたい見やすい']),
    inspection: section('点検記録', ['✓', 'しばらく前に点検が行われた'], ['✓', '特に目立った指摘はなかった']),
    verdict: section('総合評価', ['✓', 'おおむね良好と思われる。']),
    footer: '建物C　3/6ページ',
  },
  {
    ...japaneseHead('D', '（未記入）'),
    extinguishers: japaneseTable(
      [
        ['キッチン（1階）', 'ABC型', '2台', '（未記入）', '□'],
        ['廊下（1階）', '（未記入）', '（未記入）', '（未記入）', '□'],
        ['倉庫（1階）', 'ABC型', '（未記入）', '（未記入）', '□'],
        ['ガレージ', '（未記入）', '（未記入）', '（未記入）', '□'],
      ],
      ['□', '合計台数：これから数える'],
    ),
    lighting: section('非常照明', ['□', '照明の台数：（未記入）'], ['□', 'バッテリーバックアップ：未測定']),
    signs: section('出口標識', ['✓', '図面には出口標識が5個ある'], ['□', '点灯と見え方：未確認']),
    inspection: section('点検記録', ['□', '前回の点検日：（未記入）'], ['□', '結果：（未記入）']),
    verdict: section('総合評価', ['□', '不足している記入がそろってから判断する。']),
    footer: '建物D　4/6ページ',
  },
  {
    ...japaneseHead('E', '2025年12月11日'),
    extinguishers: japaneseTable(
      [
        ['キッチン（1階）', 'ABC型', '2台', '2028年5月', '✓'],
        ['廊下（1階）', 'ABC型', '2台', '2028年5月', '✓'],
        ['廊下（2階）', 'ABC型', '2台', '2028年5月', '✓'],
        ['倉庫（1階）', 'ABC型', '1台', '2028年5月', '✓'],
      ],
      ['✓', '消火器は合計7台、すべて有効期限内。'],
    ),
    lighting: section('非常照明', ['✓', 'LED照明16台、試験で全台点灯'], ['✓', 'バッテリーバックアップ：75分']),
    signs: section(
      '出口標識',
      ['✓', '1階：4個、点灯し、よく見える'],
      ['✗', '2階：5個のうち2個が故障'],
      ['✗', '2階：さらに1個が棚に隠れて見えない'],
    ),
    inspection: section('点検記録', ['✓', '年次点検を2025年12月に完了'], ['✗', '2階の是正は未完了']),
    verdict: section('総合評価', ['✗', '一部適合。2階の標識の修理が必要。']),
    footer: '建物E　5/6ページ',
  },
  {
    ...japaneseHead('F', '2025年12月18日'),
    extinguishers: japaneseTable(
      [
        ['キッチン（1階）', 'ABC型', '2台', '2028年8月', '✓'],
        ['廊下（1階）', 'ABC型', '3台', '2028年8月', '✓'],
        ['倉庫（1階）', 'ABC型', '1台', '2028年8月', '✓'],
        ['ガレージ', 'ABC型', '1台', '2028年8月', '✓'],
      ],
      ['✓', '消火器は合計7台、すべて有効期限内。'],
    ),
    lighting: section(
      '非常照明',
      ['✓', 'LED照明18台、試験で全台点灯'],
      ['✓', 'バッテリーバックアップ：45分、試験合格'],
    ),
    signs: section('出口標識', ['✓', '照明付き出口標識6個'], ['✓', 'すべて点灯し、よく見える']),
    inspection: section('点検記録', ['✓', '年次点検を2025年12月に完了'], ['✓', 'すべての項目で合格']),
    verdict: section('総合評価', ['✓', '合格。不備なし。']),
    footer: '建物F　6/6ページ',
  },
]

function englishHead(building: string, inspected: string) {
  return {
    title: 'Floor plan safety report',
    head: [
      ['Report number', `FS-2025-${building}`],
      ['Building', `Building ${building}`],
      ['Inspected on', inspected],
    ],
  } as const
}

function japaneseHead(building: string, inspected: string) {
  return {
    title: 'フロアプラン安全報告書',
    head: [
      ['報告書番号', `FS-2025-${building}`],
      ['建物', `建物${building}`],
      ['点検日', inspected],
    ],
  } as const
}

function englishTable(rows: Table['rows'], ...findings: Finding[]): Table {
  return { heading: 'Fire extinguishers', columns: ['Place', 'Type', 'Number', 'Good until', 'Result'], rows, findings }
}

function japaneseTable(rows: Table['rows'], ...findings: Finding[]): Table {
  return { heading: '消火器', columns: ['設置場所', '型', '台数', '有効期限', '判定'], rows, findings }
}
