import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeZip } from '../../../../test/fixtures/write-xlsx.ts'
import { toEnglish } from '../../../core/index.ts'
import { leastRelevanceOf } from './answerable.ts'
import { buildRunbookIndex, openRunbookIndex, runbookStatus } from './index.ts'
import type { BuildRunbookIndexOptions, RunbookIndex } from './runbook-index.ts'

const examples = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'runbook-assistant', 'runbooks')
const now = () => new Date('2026-11-22T00:00:00Z')

let room: string
let folder: string
let at: string
beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'shinsa-runbooks-'))
  folder = join(room, 'runbooks')
  at = join(room, 'index')
  await mkdir(folder)
})
afterEach(() => rm(room, { recursive: true }))

const write = (file: string, text: string | Uint8Array) => writeFile(join(folder, file), text)
const build = (options: Partial<BuildRunbookIndexOptions> = {}) => buildRunbookIndex(folder, { at, now, ...options })
const placesOf = async (index: RunbookIndex, question: string) =>
  (await index.search(question)).map(({ file, heading }) => `${file}: ${heading}`)
const problemsOf = ({ problems }: Pick<RunbookIndex, 'problems'>) =>
  problems.map(({ file, problem }) => `${file}: ${toEnglish(problem)}`)

describe('the index of a folder of runbooks', () => {
  it('takes little more room than the texts and two numbers for each word in each of them', async () => {
    const words = Array.from({ length: 1000 }, (_, number) => `word${number}`)
    for (let number = 0; number < 20; number += 1) await write(`${number}.md`, `# Runbook\n\n${words.join(' ')}\n`)
    await build()
    const { size } = await stat(join(at, 'index'))
    expect(size).toBeLessThan(20 * (words.join(' ').length + 8 * words.length) * 1.2)
  })

  it('parses a file once for all that is found in it, as long as nothing is found in another', async () => {
    await write('long.md', Array.from({ length: 50 }, (_, number) => `# Laptop ${number}\nUnplug it.\n`).join('\n'))
    await write('other.md', '# Proxy\nRestart it.')
    const index = await build()
    const parse = vi.spyOn(JSON, 'parse')
    for (const question of ['laptop', 'unplug', 'proxy', 'laptop']) await index.search(question)
    const parsed = parse.mock.calls.map(([text]) => /Proxy|Laptop/.exec(text)?.[0])
    parse.mockRestore()
    expect(parsed).toEqual(['Laptop', 'Proxy', 'Laptop'])
  })

  it('finds the section that answers, in Japanese and English, Markdown and PDF', async () => {
    const questions = {
      ja: 'ランサムウェアに感染した端末の電源は切ってよいですか',
      en: 'How long are VPN logs kept?',
    }
    const found: unknown[] = []
    for (const [language, question] of Object.entries(questions)) {
      const index = await buildRunbookIndex(join(examples, language), { at: join(room, language), now })
      const [first] = await index.search(question)
      found.push({ file: first?.file, heading: first?.heading, pages: first?.pages })
    }
    expect(found).toMatchInlineSnapshot(`
      [
        {
          "file": "ransomware.md",
          "heading": "ランサムウェア 対応手順書 > 3. 感染が疑われるときの対応",
          "pages": [
            1,
            1,
          ],
        },
        {
          "file": "log-retention-and-evidence.pdf",
          "heading": "Log Retention and Evidence Handling Runbook > 2. Log retention periods",
          "pages": [
            1,
            1,
          ],
        },
      ]
    `)
  })

  it('reads what changed and nothing else, and forgets what is gone', async () => {
    await write('a.md', '# Isolation\nUnplug the laptop.')
    await write('b.md', '# Evidence\nKeep the memory image.')
    expect((await build()).read).toEqual(['a.md', 'b.md'])
    expect((await build()).read).toEqual([])
    await utimes(join(folder, 'a.md'), new Date(), new Date())
    expect((await build()).read).toEqual([])
    await write('b.md', '# Evidence\nKeep the disk image.')
    await write('c.md', '# Passwords\nReset them.')
    expect((await build()).read).toEqual(['b.md', 'c.md'])
    await rm(join(folder, 'b.md'))
    const last = await build()
    expect([last.read, last.gone]).toEqual([[], ['b.md']])
    expect(await placesOf(last, 'disk image evidence')).toEqual([])
    expect(await placesOf(await openRunbookIndex(folder, { at }), 'disk image evidence')).toEqual([])
    expect(await placesOf(last, 'reset passwords')).toEqual(['c.md: Passwords'])
  })

  it('reads nothing of a file that was only renamed, and knows it by its new name', async () => {
    await write('old.md', '# Isolation\nUnplug the laptop.')
    await build()
    await cp(join(folder, 'old.md'), join(folder, 'new.md'))
    await rm(join(folder, 'old.md'))
    const index = await build()
    expect([index.read, await placesOf(index, 'laptop')]).toEqual([[], ['new.md: Isolation']])
  })

  it('is the same index when it is opened as when it was built', async () => {
    const built = await buildRunbookIndex(join(examples, 'ja'), { at, now })
    const opened = await openRunbookIndex(join(examples, 'ja'), { at })
    const question = 'フィッシングメールを開いてしまった'
    expect(await opened.search(question)).toEqual(await built.search(question))
    expect([opened.files, opened.sections, opened.builtAt]).toEqual([built.files, built.sections, now().toISOString()])
  })

  it('says what it is relevant to: much of its own questions, little of those of others', async () => {
    const index = await buildRunbookIndex(join(examples, 'en'), { at, now })
    const relevanceOf = async (question: string) =>
      Math.max(0, ...(await index.search(question)).map(({ relevance }) => relevance))
    expect(await relevanceOf('What are the first steps after a malware alert?')).toBeGreaterThan(0.6)
    expect(await relevanceOf('How do I set up a cloud API?')).toBeLessThan(0.3)
    expect(await relevanceOf('sourdough bread recipe')).toBeLessThan(0.3)
  })

  it('cites the pages of a PDF, first and last', async () => {
    const index = await buildRunbookIndex(join(examples, 'ja'), { at, now })
    const found = await index.search('ログや証跡の削除を求められたとき', { top: 1 })
    expect(found).toMatchObject([{ file: 'log-retention-and-evidence.pdf', pages: [2, 3] }])
  })

  it('gives as many as asked for', async () => {
    const index = await buildRunbookIndex(join(examples, 'ja'), { at, now })
    expect(await index.search('ログ', { top: 7 })).toHaveLength(7)
    expect(await index.search('ログ')).toHaveLength(4)
    expect(await index.search('')).toEqual([])
  })
})

const relevanceOf = async (question: string) => (await (await build()).search(question))[0]?.relevance ?? 0
const first = async (question: string) => (await placesOf(await build(), question))[0]

describe('what is searched for', () => {
  it('is found by its identifiers, whole, in parts, or written apart', async () => {
    await write('a.md', '# KubePodCrashLooping\n## Mitigation\nTalk with the developers.')
    await write('b.md', '# Resets\n## Meaning\nThe log shows `ERR_CONN_RESET`.')
    expect(await first('KubePodCrashLooping')).toBe('a.md: KubePodCrashLooping > Mitigation')
    expect(await first('a pod is crash-looping')).toBe('a.md: KubePodCrashLooping > Mitigation')
    expect(await first('what is err_conn_reset?')).toBe('b.md: Resets > Meaning')
    expect(await first('connection reset: conn_reset')).toBe('b.md: Resets > Meaning')
  })

  it('is found in Japanese by pairs of characters, however a dictionary divides it', async () => {
    await write(
      'a.md',
      '# マルウェア\n## 隔離\n感染した端末をネットワークから切り離す。\n## 復旧\n標準イメージから作り直す。',
    )
    await write('b.md', '# 証拠\n## 保管\n証拠のログは五年間保管する。')
    expect(await first('感染端末のネットワーク切り離し')).toBe('a.md: マルウェア > 隔離')
    expect(await first('証拠ログの保管期間')).toBe('b.md: 証拠 > 保管')
  })

  it('is found in Japanese by single characters too: a verb by its noun', async () => {
    await write('a.md', '# 保管\n## 記録\n証拠は鍵のかかる棚に置き、台帳に書く。')
    await write('b.md', '# 端末\n## 消去\n貸し出した端末は返却の日に初期状態に戻す。')
    expect(await first('端末の中を消したい')).toBe('b.md: 端末 > 消去')
  })

  it('is found by what stands above it: two sections that say the same', async () => {
    await write('a.md', '# Databases\n## Postgres\nThe orders are kept there.\n### Restart\nAsk the owner.')
    await write('b.md', '# Queues\n## Rabbit\nThe orders wait there.\n### Restart\nAsk the owner.')
    expect(await first('restart where the orders wait')).toBe('b.md: Queues > Rabbit')
  })

  it('is more relevant to questions on this collection than on others', async () => {
    await write('a.md', '# Disk full\n## Mitigation\nRemove old images.\n# Pod crashes\n## Diagnosis\nRead its log.')
    await write('b.md', '# Certificate expired\n## Renewal\nOrder another one.')
    const others = await relevanceOf('the coffee machine in the kitchen is full')
    expect(await relevanceOf('Certificate expired, renewal')).toBeGreaterThan(2 * others)
  })
})

describe('questions that are labelled', () => {
  const kept = ['backups', 'certificates', 'passwords', 'firewalls', 'routers', 'mailboxes', 'laptops', 'printers']
  const few = ['lunch', 'parking', 'holidays', 'salaries', 'gardens', 'music']
  const many = few.flatMap((name) => [
    name,
    ...['new', 'old', 'lost', 'late', 'early'].map((kind) => `${kind} ${name}`),
  ])
  const labelled = (covered: (index: number) => boolean, others = many) =>
    [...kept, ...kept.map((name) => `${name} abroad`), ...others]
      .map((name, index) => JSON.stringify({ question: `How do we look after ${name}?`, covered: covered(index) }))
      .join('\n')
  const writeAll = async (questions: string) => {
    for (const name of kept) await write(`${name}.md`, `# ${name}\nWe look after ${name} on Mondays.`)
    await write('questions.jsonl', questions)
  }

  it('tell from which relevance on questions are answered, and what that is worth on a third of them', async () => {
    await writeAll(labelled((index) => index < 2 * kept.length))
    const { leastRelevance, answerable } = await build()
    expect([leastRelevance, answerable?.precision?.value]).toEqual([expect.any(Number), 1])
    expect(answerable?.recall?.n).toBeGreaterThan(0)
    expect((await openRunbookIndex(folder, { at })).leastRelevance).toBe(leastRelevance)
  })

  it('refuse nothing where too few of them were refused to tell, however right', async () => {
    await writeAll(labelled((index) => index < 2 * kept.length, few))
    const { leastRelevance, answerable } = await build()
    expect([leastRelevance, answerable?.precision?.value]).toEqual([undefined, 1])
    expect(answerable?.precision?.low).toBeLessThan(0.5)
  })

  it('refuse nothing where the covered ones would be refused as well, however few they are', () => {
    const told = leastRelevanceOf([...asked(120, false, 0.1), ...asked(15, true, 0.1), ...asked(15, true, 0.05)])
    expect(told).toMatchObject({ least: undefined, recall: { value: 1 } })
    expect(told.precision?.low).toBeGreaterThan(0.5)
    expect(leastRelevanceOf([...asked(120, false, 0.1), ...asked(30, true, 0.2)]).least).toBeCloseTo(0.1)
  })

  it('refuse nothing where they cannot tell, and where there are none', async () => {
    await writeAll(labelled((index) => index % 2 === 0))
    expect((await build()).leastRelevance).toBeUndefined()
    await rm(join(folder, 'questions.jsonl'))
    expect(await build()).toMatchObject({ leastRelevance: undefined, answerable: undefined })
  })

  it('are read line by line', async () => {
    await writeAll('{"question": "Who?", "covered": true}\n{"question": "Who?"}')
    await expect(build()).rejects.toThrow('questions.jsonl:2 is no labelled question')
  })
})

describe('what is kept on the disk', () => {
  it('stays in use when a build is killed', async () => {
    await write('old.md', '# Isolation\nUnplug the laptop.')
    await build()
    for (let number = 0; number < 200; number += 1) await write(`${number}.md`, `# Section ${number}\nText ${number}.`)
    const child = spawn(process.execPath, [
      '--conditions=shinsa-source',
      '--input-type=module',
      '-e',
      BUILD,
      folder,
      at,
    ])
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    const opened = await openRunbookIndex(folder, { at })
    expect([opened.files, await placesOf(opened, 'laptop')]).toEqual([1, ['old.md: Isolation']])
    expect((await build()).files).toBe(201)
  })

  // Is killed in the middle of reading.
  const BUILD = `
    import { buildRunbookIndex } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
    const [folder, at] = process.argv.slice(1)
    const onProgress = ({ done }) => { if (done === 100) process.kill(process.pid, 'SIGKILL') }
    await buildRunbookIndex(folder, { at, now: () => new Date(), onProgress })`

  it('is built anew where it is damaged, and refused where it is opened', async () => {
    await write('a.md', '# Isolation\nUnplug the laptop.')
    await build()
    const file = join(at, 'index')
    const whole = await readFile(file)
    const flipped = (place: number) => whole.map((byte, index) => (index === place ? byte ^ 1 : byte))
    const text = whole.indexOf('Unplug')
    for (const damaged of [
      Buffer.from(''),
      Buffer.from('{"sections":'),
      ...[10, text, whole.length - 1].map(flipped),
      whole.subarray(0, -1),
      whole.subarray(0, whole.indexOf('\n') + 1),
      Buffer.concat([whole, Buffer.from('\n')]),
    ]) {
      await writeFile(file, damaged)
      await expect(openRunbookIndex(folder, { at })).rejects.toThrow(`${folder} has no index yet`)
    }
    expect((await build()).read).toEqual(['a.md'])
    expect(await placesOf(await build(), 'laptop')).toEqual(['a.md: Isolation'])
  })

  it('is of use to other versions of Node.js, and built anew where those wrote what this one cannot read', async () => {
    await write('a.md', '# Isolation\nUnplug the laptop.')
    await build()
    const file = join(at, 'index')
    const whole = await readFile(file, 'latin1')
    await writeFile(file, whole.replace(process.versions.v8, '99.9.9-node.9'), 'latin1')
    expect(await placesOf(await openRunbookIndex(folder, { at }), 'laptop')).toEqual(['a.md: Isolation'])
    const [mark = ''] = whole.split('\n')
    const later = Buffer.from([0xff, 0x7f])
    await writeFile(file, Buffer.concat([Buffer.from(`${mark.replace(/\d+$/, String(crc32(later)))}\n`), later]))
    await expect(openRunbookIndex(folder, { at })).rejects.toThrow(`${folder} has no index yet`)
    expect((await build()).read).toEqual(['a.md'])
  })

  it('may be built by two at once', async () => {
    for (let number = 0; number < 50; number += 1) await write(`${number}.md`, `# Section ${number}\nText ${number}.`)
    const built = await Promise.all([build(), build(), build()])
    expect(built.map(({ files }) => files)).toEqual([50, 50, 50])
    expect((await openRunbookIndex(folder, { at })).sections).toBe(50)
  })

  it('leaves no unfinished files behind', async () => {
    await write('a.md', '# Isolation\nUnplug the laptop.')
    await build()
    expect((await readdir(at)).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  it('is known by its first line, which ends nowhere else', async () => {
    await write('a.md', '---\ntitle: "Queue\u2028full\u0085"\n---\n# Drain\u2029it\nStop the producer.')
    await build()
    expect(await runbookStatus(folder, { at })).toMatchObject({ files: ['a.md'], sections: 1 })
    expect(await placesOf(await openRunbookIndex(folder, { at }), 'producer of the queue')).toHaveLength(1)
  })

  it('is compared with the folder', async () => {
    expect(await runbookStatus(folder, { at })).toBeUndefined()
    await write('a.md', '# A\nOne.')
    await write('b.md', '# B\nTwo.')
    await build()
    await write('a.md', '# A\nThree.')
    await write('c.md', '# C\nFour.')
    await rm(join(folder, 'b.md'))
    expect(await runbookStatus(folder, { at })).toMatchObject({
      files: ['a.md', 'b.md'],
      sections: 2,
      changed: ['a.md'],
      added: ['c.md'],
      gone: ['b.md'],
      problems: [],
    })
  })
})

describe('a folder that means no good', () => {
  it('is read without following links out of it, or folders round in circles', async () => {
    await writeFile(join(room, 'secret.md'), '# Secret\nThe password is xyzzy.')
    await mkdir(join(room, 'elsewhere'))
    await writeFile(join(room, 'elsewhere', 'more.md'), '# More\nAlso xyzzy.')
    await mkdir(join(folder, 'inner'))
    await write(join('inner', 'true.md'), '# True\nUnplug the laptop.')
    await symlink(join(room, 'secret.md'), join(folder, 'link.md'))
    await symlink(join(room, 'elsewhere'), join(folder, 'elsewhere'))
    await symlink(folder, join(folder, 'inner', 'circle'))
    await symlink(join(folder, 'inner', 'true.md'), join(folder, 'alias.md'))
    await symlink(join(room, 'nowhere'), join(folder, 'dangling.md'))
    const index = await build()
    expect(await placesOf(index, 'password xyzzy')).toEqual([])
    expect(await placesOf(index, 'laptop')).toEqual(['alias.md: True', 'inner/true.md: True'])
    expect(problemsOf(index)).toMatchInlineSnapshot(`
      [
        "elsewhere: links to folders are not followed",
        "inner/circle: links to folders are not followed",
        "dangling.md: dangling.md cannot be read: ENOENT",
        "link.md: link.md is a link that leads out of the folder",
      ]
    `)
  })

  it('is read however deep its folders are nested', async () => {
    const deep = join(...Array.from({ length: 40 }, () => 'deeper'))
    await mkdir(join(folder, deep), { recursive: true })
    await write(join(deep, 'deep.md'), '# Isolation\nUnplug the laptop.')
    expect(await placesOf(await build(), 'laptop')).toEqual([`${deep}/deep.md: Isolation`])
  })

  it('has every file that cannot be read among its problems, and is searched all the same', async () => {
    await write('good.md', '# Isolation\nUnplug the laptop.')
    await write('broken.pdf', '%PDF-1.7 and nothing of the kind')
    await write('binary.txt', '\u0000\u0001\u0002')
    await write('empty.md', '')
    await mkdir(join(folder, 'folder.md'))
    await writeFile(join(folder, 'huge.txt'), Buffer.alloc(51 * 1024 * 1024, 'a'))
    const index = await build()
    expect(await placesOf(index, 'laptop')).toEqual(['good.md: Isolation'])
    expect(problemsOf(index)).toMatchInlineSnapshot(`
      [
        "binary.txt: binary.txt is not text in UTF-8, UTF-16 or Shift_JIS",
        "broken.pdf: broken.pdf is broken: Invalid PDF structure.",
        "empty.md: empty.md is empty",
        "huge.txt: huge.txt has 51 MB; at most 50 MB are read",
      ]
    `)
    expect(problemsOf(await openRunbookIndex(folder, { at }))).toEqual(problemsOf(index))
  })

  it('says which texts it does not read, once for each kind', async () => {
    await write('good.rst', 'Isolation\n=========\n\nUnplug the laptop.')
    for (const name of ['b.odt', 'a.odt', 'page.MHT', 'photo.png']) await write(name, 'anything')
    const index = await build()
    expect(await placesOf(index, 'laptop')).toEqual(['good.rst: Isolation'])
    expect(problemsOf(index)).toEqual([
      'a.odt: not read, as 2 files called .odt: runbooks are Markdown, text, Word (.docx), HTML or PDF',
      'page.MHT: not read, as 1 file called .mht: runbooks are Markdown, text, Word (.docx), HTML or PDF',
    ])
  })

  it('finds the sections of Word documents and of HTML', async () => {
    const body = paragraph('Isolation', '0') + paragraph('Unplug the laptop.', '9')
    await write('a.docx', writeZip({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>` }))
    await write('b.html', '<h1>Restart</h1><h2>Steps</h2><ol><li>Drain the gateway</ol>')
    const index = await build()
    expect(await placesOf(index, 'laptop')).toEqual(['a.docx: Isolation'])
    expect(await placesOf(index, 'gateway')).toEqual(['b.html: Restart > Steps'])
  })

  it('is not read at all when it is none, or somebody’s home', async () => {
    await expect(buildRunbookIndex(join(room, 'nowhere'), { at, now })).rejects.toThrow('there is no such folder')
    await write('a.md', '# A\nOne.')
    await expect(buildRunbookIndex(join(folder, 'a.md'), { at, now })).rejects.toThrow('is a file, not a folder')
  })

  it('may have names of any kind, each one file', async () => {
    await write('手順書 (最新版) #1 %20 "引用".md', '# 隔離\n端末をネットワークから切り離す。')
    await write('カ\u3099イド.md', '# ガイド\nログを保全する。')
    await write('ガイド.md', '# ガイド\nメールを転送する。')
    await write('-rf\n.md', '# Odd\nCoffee is in the kitchen.')
    const index = await build()
    expect((await placesOf(index, '端末の隔離'))[0]).toBe('手順書 (最新版) #1 %20 "引用".md: 隔離')
    expect((await placesOf(index, 'coffee'))[0]).toBe('-rf\n.md: Odd')
    const guides = [...(await index.search('ログの保全')), ...(await index.search('メールの転送'))]
    expect(new Set(guides.map(({ id }) => id)).size).toBe(2)
    expect((await build()).read).toEqual([])
  })

  it('finds the file that macOS named by the name that people type', async () => {
    await write('カ\u3099イド.md', '# ガイド\nログを保全する。')
    const [found] = await (await build()).search('ログの保全')
    expect(found?.file).toBe('ガイド.md')
  })
})

function paragraph(text: string, style: string): string {
  return `<w:p><w:pPr><w:outlineLvl w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
}

/** So many labelled questions of one relevance. */
function asked(count: number, covered: boolean, relevance: number) {
  return Array.from({ length: count }, () => ({ covered, relevance }))
}
