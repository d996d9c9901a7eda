import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  'contracts/notes.xlsx': 'no document',
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
