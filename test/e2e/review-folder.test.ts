import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWorkbook } from '../../src/formats/workbook/open-workbook.ts'
import { newProject, type Project } from './run-shinsa.ts'

const contract = (total: string) =>
  `# Contract\n\n## Payment\n\nTotal amount: EUR ${total}\n\n## Data\n\nData is encrypted at rest.\n`

const files = {
  'requirements.csv':
    'id,requirement,assigned to\nR1,The total amount is at most 50.00 EUR,Finance\nR2,"There is a section ""Data""",Security\nR3,Disputes are settled if they are small,Legal\n',
  'contracts/a.md': contract('34.73'),
  'contracts/more/b.md': contract('62.50'),
}

/** Passes everything. Where there is a file `kill`, it ends its process with the fourth answer. */
const reviewer = `
import { existsSync, appendFileSync } from 'node:fs'
let answers = 0
export default async (message, { input }) => {
  answers += 1
  if (existsSync('kill') && answers === 4) process.kill(process.pid, 'SIGKILL')
  appendFileSync('asked.txt', input.check_name + ' ' + input.document_paths[0].split('/').at(-1) + '\\n')
  if (existsSync('break') && input.check_name === 'R2') throw new Error('out of order')
  return JSON.stringify({ result: 'pass', confidence: 0.9, explanation: 'fine', citations: ['Total amount'] })
}`

const command = ['review', '--check', 'requirements.csv', '--documents', 'contracts', '--output', 'out/reviewed.xlsx']

describe('shinsa review --check', () => {
  it('holds every document against every requirement, and writes a workbook that says who has to look', async () => {
    const project = newProject(files)
    const { exitCode, stdout } = await project.run(...command)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('3 requirements × 2 documents, by document-reviewer:embedded')
    expect(rowsOf(project).map((cells) => [0, 1, 3, 5, 6].map((column) => cells.get(column) ?? ''))).toEqual([
      ['document', 'requirement', 'verdict', 'needs a person', 'assigned to'],
      ['a.md', 'R1', 'pass', 'no', ''],
      ['a.md', 'R2', 'pass', 'yes', 'Security'],
      ['a.md', 'R3', 'not decided', 'yes', 'Legal'],
      ['more/b.md', 'R1', 'fail', 'no', ''],
      ['more/b.md', 'R2', 'pass', 'yes', 'Security'],
      ['more/b.md', 'R3', 'not decided', 'yes', 'Legal'],
    ])
  })

  it('lets no file of the folder vanish, and ends for none', async () => {
    const project = newProject({ ...files, 'contracts/notes.xlsx': 'x', 'secret.md': contract('1.00') })
    const link = (to: string, name: string) => symlinkSync(to, join(project.folder, 'contracts', name))
    link('a.md', 'link.md')
    link('../secret.md', 'out.md')
    link('loop.md', 'loop.md')
    link('nowhere.md', 'gone.md')
    link('more', 'folder')
    const { exitCode, stdout } = await project.runHere(...command)
    expect([exitCode, stdout]).toEqual([3, expect.stringContaining('15 could not be reviewed')])
    const first = rowsOf(project).filter((cells) => cells.get(1) === 'R1')
    expect(first.map((cells) => [cells.get(0), cells.get(3), String(cells.get(12) ?? '').replace(/.*\//, '')])).toEqual(
      [
        ['a.md', 'pass', ''],
        ['folder', 'not decided', 'folder is a folder, not a file'],
        ['gone.md', 'not decided', 'gone.md: there is no such file'],
        ['link.md', 'pass', ''],
        ['loop.md', 'not decided', 'loop.md cannot be read: ELOOP: too many symbolic links encountered'],
        ['more/b.md', 'fail', ''],
        ['notes.xlsx', 'not decided', 'notes.xlsx is of no kind that can be read'],
        ['out.md', 'not decided', 'out.md is a link that leads out of the folder'],
      ],
    )
  })

  it('does not review its own files in the folder', async () => {
    const project = newProject({ ...files, 'contracts/table.csv': files['requirements.csv'] })
    const inside = [...command.slice(0, -1), 'contracts/reviewed.xlsx', '--check', 'contracts/table.csv']
    await project.runHere(...inside)
    expect((await project.runHere(...inside)).stdout).toContain('6 of 6 were done before')
    symlinkSync('contracts', join(project.folder, 'linked'))
    const linked = inside.map((word) => (word === 'contracts' ? 'linked' : word))
    expect((await project.runHere(...linked)).stdout).toContain('6 of 6 were done before')
  })

  it('needs a person where a quote is not in the document or a pass has none, and keeps remarks on how it was read', async () => {
    const project = newProject({
      ...files,
      'reviewer.mjs': `export default (_message, { input }) => {
        const citations = input.check_name === 'R1' ? ['Total amount', 'made up'] : []
        const review = { result: 'pass', confidence: 0.99, explanation: 'fine', citations }
        return JSON.stringify(review) + '\\n\\n⚠ a.md: read as Shift_JIS'
      }`,
    })
    await project.runHere(...command, '--target', './reviewer.mjs')
    const [, row, unquoted] = rowsOf(project)
    expect([3, 5, 8].map((column) => unquoted?.get(column))).toEqual(['pass', 'yes', undefined])
    expect([5, 8, 9, 11].map((column) => row?.get(column))).toEqual([
      'yes',
      'made up',
      'not-found',
      'a.md: read as Shift_JIS',
    ])
  })

  it('asks once what the table has twice', async () => {
    const table = 'id,requirement,assigned to\nR1,is lit,Ana\nR2,is lit,Bob\n'
    const project = newProject({ ...files, 'requirements.csv': table, 'reviewer.mjs': reviewer })
    const { stdout } = await project.runHere(...command, '--target', './reviewer.mjs')
    expect(stdout).toContain('[4/4] more/b.md · R2')
    expect(askedIn(project)).toEqual(['R1 a.md', 'R1 b.md'])
    expect(rowsOf(project)).toHaveLength(5)
  })

  it('says before it asks where it cannot write', async () => {
    const project = newProject({ ...files, 'reviewer.mjs': reviewer })
    for (const folder of ['out/reviewed.xlsx', 'other.xlsx.jsonl'])
      mkdirSync(join(project.folder, folder), { recursive: true })
    for (const output of ['out/reviewed.xlsx', 'other.xlsx']) {
      const { exitCode, stderr } = await project.runHere(...command.slice(0, -1), output, '--target', './reviewer.mjs')
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is a folder, not a file')])
    }
    expect(existsSync(join(project.folder, 'asked.txt'))).toBe(false)
  })

  it('says in the reader’s language what could not be reviewed, and which table is not there', async () => {
    const project = newProject({ ...files, 'contracts/empty.md': '' })
    const { exitCode, stdout } = await project.runHere(...command, '--lang', 'ja')
    expect([exitCode, stdout]).toEqual([3, expect.stringMatching(/empty\.md · R1: ⚠ .*empty\.md は空/)])
    const missing = await project.runHere('review', '--check', 'none.csv', '--documents', 'contracts')
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('none.csv: there is no such file')])
    const folder = await project.runHere('review', '--check', 'contracts', '--documents', 'contracts')
    expect([folder.exitCode, folder.stderr]).toEqual([2, expect.stringContaining('is a folder, not a file')])
  })

  it('goes on where it was killed, and asks again what failed and what changed', async () => {
    const project = newProject({ ...files, 'reviewer.mjs': reviewer, kill: 'x' })
    const asking = [...command, '--target', './reviewer.mjs']
    expect((await project.run(...asking)).exitCode).not.toBe(0)
    expect(existsSync(join(project.folder, 'out/reviewed.xlsx'))).toBe(false)
    expect(askedIn(project)).toEqual(['R1 a.md', 'R2 a.md', 'R3 a.md'])
    project.write({ break: 'x' })
    // A kill may cut off a line.
    appendFileSync(join(project.folder, 'out/reviewed.xlsx.jsonl'), '{"key":"')
    rmSync(join(project.folder, 'kill'))
    const second = await project.runHere(...asking)
    expect([second.exitCode, second.stdout]).toEqual([3, expect.stringContaining('3 of 6 were done before')])
    rmSync(join(project.folder, 'break'))
    writeFileSync(join(project.folder, 'contracts/a.md'), contract('40.00'))
    const third = await project.runHere(...asking)
    expect([third.exitCode, third.stdout]).toEqual([0, expect.stringContaining('2 of 6 were done before')])
    expect(askedIn(project).slice(3)).toEqual([
      'R1 b.md',
      'R2 b.md',
      'R3 b.md',
      'R1 a.md',
      'R2 a.md',
      'R3 a.md',
      'R2 b.md',
    ])
    expect(rowsOf(project)).toHaveLength(7)
    expect((await project.runHere(...asking)).stdout).toContain('6 of 6 were done before')
  })

  it('says what is missing', async () => {
    const project = newProject({ ...files, 'other.csv': 'colour,size\nred,1\n', 'empty/x.zip': 'x' })
    const said = async (...args: string[]) => (await project.runHere('review', ...args)).stderr
    await project.run('review', '--check', 'requirements.csv')
    expect(await said('--check', 'requirements.csv')).toContain('--check and --documents belong together')
    expect(await said('--check', 'other.csv', '--documents', 'contracts')).toContain('no column of requirements')
    expect(await said('--check', 'requirements.csv', '--documents', 'empty')).toContain('there is no document in it')
    expect(await said(...command.slice(1, -1), 'out.csv')).toContain('--output out.csv is no .xlsx')
    expect(await said(...command.slice(1), '--experiment', 'tool')).toContain('--experiment has no effect with --check')
  })
})

function rowsOf({ folder }: Project) {
  const [sheet] = openWorkbook(readFileSync(join(folder, 'out/reviewed.xlsx')), 'reviewed.xlsx')
  return (sheet?.rows() ?? []).map(({ cells }) => cells)
}

function askedIn({ folder }: Project): readonly string[] {
  return readFileSync(join(folder, 'asked.txt'), 'utf8').trim().split('\n')
}
