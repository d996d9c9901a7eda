import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { writePages } from '../fixtures/write-pdf.ts'
import { startModelServer } from './model-server.ts'
import { type Project, newProject } from './run-shinsa.ts'

const scans = fileURLToPath(new URL('../fixtures/scans/', import.meta.url))
const line = (y: number, text: string) => `BT /F1 12 Tf 72 ${y} Td (${text}) Tj ET `
const outlines = Array.from({ length: 60 }, (_, letter) => `${40 + 8 * letter} 700 5 9 re f `).join('')

describe('shinsa review of scanned documents', () => {
  it.each(['pass', 'fail'])('evaluates nothing where the label is %s, and says so everywhere', async (expected) => {
    const project = scanProject([caseOf('warranty', 'group4.en.pdf', 'The warranty period is two years.', expected)])
    const { exitCode, stdout, stderr } = await withoutOcr(
      project,
      'review',
      'suite.json',
      '--output',
      'r.json',
      '--verbose',
    )
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr:
        'agent: document-reviewer:embedded\nwarning: group4.en.pdf p. 1 could not be read (a scan or a picture): what rests on it is not evaluated; --model asks a model that sees\nwarning: pages without text can be read by OCR: npm install tesseract.js @tesseract.js-data/eng @tesseract.js-data/jpn\n',
    })
    expect(stdout).toContain(`result: not evaluated (expected: ${expected})`)
    expect(stdout).toContain('reason: Needs a person: the reviewer could not read group4.en.pdf p. 1')
    expect(stdout).toContain('warning: group4.en.pdf: pages without text can be read by OCR: npm install')
    expect(stdout).toContain('warning: group4.en.pdf, page 1: page 1 draws but has no text: scanned?')
    expect(stdout).toContain('1 of 1 row not evaluated: the reviewer could not tell, and is counted neither way')
    expect(stdout).not.toContain('Nothing in the documents speaks of this')
    const result = JSON.parse(project.read('r.json'))
    expect(result).toMatchObject({ total_cases: 1, successful_cases: 0, failed_cases: 0, not_evaluated_cases: 1 })
    expect(result.case_results[0]).toMatchObject({
      status: 'not_evaluated',
      reason: 'Needs a person: the reviewer could not read group4.en.pdf p. 1',
      warnings: [
        'group4.en.pdf: pages without text can be read by OCR: npm install tesseract.js @tesseract.js-data/eng @tesseract.js-data/jpn',
        'group4.en.pdf, page 1: page 1 draws but has no text: scanned?',
      ],
      agent_output: { result: 'not_evaluated', confidence: null },
      evaluations: { AccuracyEvaluator: { score: null, pass: null, status: 'not-evaluated' } },
      verdict: 'not-evaluated',
    })
    expect(result.aggregated_metrics.AccuracyEvaluator).toMatchObject({
      accuracy: null,
      accuracy_with_errors: null,
      recall: null,
      total_cases: 0,
    })
    expect(result.aggregated_metrics.ConfidenceCalibrationEvaluator.ece).toBeNull()
    // Read back, it is what it was.
    const again = await project.run('run', 'r.json')
    expect(again.stdout).toContain('Not scored:       1 (1 for a person: the reviewer could not tell)')
  })

  it('says so in Japanese, of a document in Japanese', async () => {
    const check = caseOf('保証', 'jpeg.ja.pdf', '保証期間は2年である。', 'fail', '日本語')
    const { stdout, stderr } = await withoutOcr(
      scanProject([check]),
      'review',
      'suite.json',
      '--lang',
      'ja',
      '--verbose',
    )
    expect(stderr).toBe(
      'エージェント: document-reviewer:embedded\n警告: jpeg.ja.pdf p. 1 は読み取れませんでした（スキャンまたは画像）。このページに基づく判定は未評価になります。--model で画像を読めるモデルに尋ねられます\n警告: 文字のないページは OCR で読み取れます: npm install tesseract.js @tesseract.js-data/eng @tesseract.js-data/jpn\n',
    )
    expect(stdout).toContain('判定: 未評価 (期待: fail)')
    expect(stdout).toContain('理由: 人の確認が必要です。レビューで jpeg.ja.pdf p. 1 を読み取れませんでした')
  })

  it('reads them by OCR where that is installed, and has a person look at the verdict', async () => {
    const project = scanProject([
      caseOf('met', 'group4.en.pdf', 'The battery backup lasts at least 60 minutes.', 'pass'),
      caseOf('broken', 'group4.en.pdf', 'The battery backup lasts at least 120 minutes.', 'fail'),
    ])
    const { exitCode, stdout, stderr } = await project.run('review', 'suite.json', '--output', 'r.json')
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^agent: .*\nwarning: group4\.en\.pdf p\. 1 was read by OCR, 9\d % sure of its letters at least\n$/,
      ),
    ])
    expect(stdout).toContain('Accuracy:         100% (2/2 right')
    for (const one of JSON.parse(project.read('r.json')).case_results) {
      expect(one.agent_output).toMatchObject({ confidence: 0.8, page_number: 1 })
      expect(one.warnings).toEqual([expect.stringContaining('group4.en.pdf, page 1: page 1 was read by OCR, 9')])
      expect(one.evaluations.citations_verified).toMatchObject({ score: 1 })
    }
  })

  it('shows a model the page as a picture, beside the text of the others', async () => {
    const server = await startModelServer(() => ({ text: answer }))
    const project = scanProject([
      caseOf('scan', ['group4.en.pdf', 'text.pdf'], 'The lights last 90 minutes.', 'pass'),
      caseOf('alone', 'group4.en.pdf', 'The lights last 90 minutes.', 'pass'),
    ])
    const model = ['--model', `openai-compatible:m@${server.url}`, '--yes']
    const { stderr } = await withoutOcr(
      project,
      'review',
      'suite.json',
      ...model,
      '--output',
      'r.json',
      '--concurrency',
      '1',
    )
    expect(stderr).not.toContain('could not be read')
    const asked = server.requests.map((request) => JSON.stringify(request))
    expect(asked[0]).toContain('The exits of the building are lit.')
    expect(asked[0]).toContain('0: group4.en.pdf, page 1')
    expect(asked.map((request) => request.match(/data:image\/png;base64,iVBORw0KGgo/g)?.length)).toEqual([1, 1])
    const [beside, alone] = JSON.parse(project.read('r.json')).case_results
    expect(beside).toMatchObject({ status: 'ok', agent_output: { result: 'pass' } })
    expect(beside.warnings).toEqual([
      'group4.en.pdf: pages without text can be read by OCR: npm install tesseract.js @tesseract.js-data/eng @tesseract.js-data/jpn',
      'group4.en.pdf, page 1: page 1 draws but has no text: scanned?',
      'group4.en.pdf, page 1: the model was shown a picture of it',
    ])
    // Nobody here can look up what the model read from the picture.
    for (const metric of ['OutputEvaluator', 'explanation_groundedness', 'citations_verified'])
      expect(alone.evaluations[metric] ?? { status: 'not-evaluated' }).toMatchObject({ status: 'not-evaluated' })
    // By OCR somebody can.
    await project.run('review', 'suite.json', ...model, '--output', 'ocr.json', '--concurrency', '1')
    expect(server.requests.map((request) => JSON.stringify(request)).at(-1)).toContain('data:image/png;base64')
    const read = JSON.parse(project.read('ocr.json')).case_results[1]
    expect(read.evaluations.citations_verified).toMatchObject({ score: 1 })
  })

  it('asks no model about a page of which there is no picture', async () => {
    const server = await startModelServer(() => ({ text: answer }))
    const project = scanProject([caseOf('outlines', 'outlines.pdf', 'The lights last 90 minutes.', 'fail')])
    const model = ['--model', `openai-compatible:m@${server.url}`, '--yes']
    const { stderr } = await project.run('review', 'suite.json', ...model, '--output', 'r.json')
    expect(stderr).toContain(
      'outlines.pdf p. 1 could not be read, and no picture of it could be made: what rests on it is not evaluated',
    )
    expect(server.requests).toEqual([])
    expect(JSON.parse(project.read('r.json')).case_results[0].status).toBe('not_evaluated')
  })
})

/** As a process that finds none of the optional packages. */
async function withoutOcr(project: Project, ...args: readonly string[]) {
  return project.start(args, {
    nodeOptions: ['--import', new URL('../fixtures/without-ocr.mjs', import.meta.url).href],
  }).ended
}

const answer = JSON.stringify({
  result: 'pass',
  confidence: 0.9,
  evidenceStatus: 'sufficient',
  explanation: 'The battery backup was measured with 90 minutes.',
  shortExplanation: '90 minutes',
  citations: ['Battery backup: 90 minutes, measured without mains power'],
  pageNumber: 1,
})

function caseOf(
  name: string,
  documents: string | readonly string[],
  check: string,
  result: string,
  language = 'English',
) {
  return {
    name,
    input: {
      document_paths: [documents].flat(),
      check_name: name,
      check_description: check,
      language_name: language,
    },
    expected_output: { result },
  }
}

/** A project with a suite, and scans beside it. */
function scanProject(cases: readonly object[]): Project {
  const project = newProject({
    'suite.json': cases,
    'fixtures/text.pdf': writePages([line(700, 'The exits of the building are lit.')]),
    'fixtures/outlines.pdf': writePages([outlines]),
  })
  cpSync(scans, join(project.folder, 'fixtures'), { recursive: true })
  return project
}
