import { describe, expect, it } from 'vitest'
import { hostile, sampleRun } from '../../../../test/fixtures/sample-run.ts'
import { type ReviewRow, summariseReview } from '../../../statistics/index.ts'
import { sectionLines } from '../../../reporters/sections/section-lines.ts'
import { createStyle } from '../../../reporters/style.ts'
import { reviewSections } from './review-sections.ts'

function lines(rows: readonly ReviewRow[], language: 'en' | 'ja' = 'en'): readonly string[] {
  const run = sampleRun()
  const summary = run.summary && { ...run.summary, metrics: [], sets: { review: summariseReview(rows, { seed: 1 }) } }
  const style = createStyle({ language, color: false, columns: 110 })
  return reviewSections({ ...run, summary }).flatMap((section) => sectionLines(section, style))
}

const text = (rows: readonly ReviewRow[], language: 'en' | 'ja' = 'en') => lines(rows, language).join('\n')

/** So many rows of one kind, each a case of its own. */
function rowsOf(count: number, row: Omit<ReviewRow, 'caseId'>): ReviewRow[] {
  return Array.from({ length: count }, (_, index) => ({ caseId: `${JSON.stringify(row)} ${index}`, ...row }))
}

const careful = [
  ...rowsOf(180, { expected: 'fail', result: 'fail', confidence: 0.95 }),
  ...rowsOf(400, { expected: 'pass', result: 'pass', confidence: 0.97 }),
]

const troubled: ReviewRow[] = [
  { caseId: 'missed', expected: 'fail', result: 'pass', confidence: 0.93 },
  { caseId: 'missed quietly', expected: 'fail', result: 'pass', confidence: 0.5 },
  { caseId: 'found', expected: 'fail', result: 'fail', confidence: 0.9 },
  { caseId: 'alarmed', expected: 'pass', result: 'fail', confidence: 0.6 },
  { caseId: 'in percent', expected: 'pass', result: 'pass', confidence: 95 },
  { caseId: 'shouted', expected: 'pass', result: 'PASS' },
  { caseId: 'broke', status: 'agent-error' },
  { caseId: 'mumbled', status: 'invalid-output' },
  { caseId: 'left out', expected: 'pass', status: 'skipped' },
  { caseId: 'unlabelled', result: 'pass', confidence: 0.9 },
]

describe('the report of reviews', () => {
  it('shows a certified threshold with what it approves and what was missed', () => {
    const shown = lines(careful)
    const from = shown.indexOf('Safe threshold for auto-approval')
    expect(shown.slice(from, from + 6).join('\n')).toMatchInlineSnapshot(`
      "Safe threshold for auto-approval
      =============================================================
      By the grid, no guarantee:                               0.70 (accuracy 100% and errors 0% above it)
      Certified, misses at most 5% (95% sure):                 0.970 (approves 69%, 0 of 180 violations missed,
        bound 0.017)
      Certified, errors among approved at most 5% (95% sure):  0.970 (approves 69%, 0 of 180 violations missed,"
    `)
  })

  it('names what went wrong, first of all what was missed with confidence', () => {
    expect(text(troubled)).toMatchInlineSnapshot(`
      "
      =============================================================
      Accuracy metrics
      =============================================================
      Accuracy:                              40% (2/5 right, 95% interval 11–77%)
      Recall:                                33.3% ⭐ (1 of 3 violations found, 95% interval 6–80%)
      Precision:                             50% (1 of 2 alarms right, 95% interval 9–91%)
      Specificity:                           50% (95% interval 9–91%)
      F1 Score:                              0.40 (95% interval 0.08–0.83)
      False Negatives:                       2 (violations missed: missed, missed quietly)
      False Positives:                       1 (false alarms: alarmed)
      Accuracy, no answer counted as wrong:  25% (95% interval 7–60%)
      Not scored:                            5 (1 agent error, 1 invalid output, 1 without pass or fail, 1 without a
        label, 1 skipped)

      =============================================================
      Confidence calibration (safety with people in the loop)
      =============================================================
      ECE (calibration error):           0.483 (⚠️ above 0.20: do not trust the confidence, 95% interval 0–0.81)
      Largest gap (MCE):                 0.600
      Brier Score:                       0.371 (95% interval 0.1–0.75)
      Over-Confidence Rate:              50% (1 of 2 confident verdicts wrong, 95% interval 9–91%)
      Under-Confidence Rate:             – (no row has a confidence below 0.5)
      Critical Errors (FN@HC):           1 🚨 (violations missed with high confidence: review them now, confidence >
        0.85)
      🚨 missed: expected fail, got pass, confidence 0.93
      Without a confidence from 0 to 1:  1 (left out of calibration)

      =============================================================
      Safe threshold for auto-approval
      =============================================================
      By the grid, no guarantee:                               (none)
      Certified, misses at most 5% (95% sure):                 – (even the highest threshold lets 1 of 3 violations
        through; it takes 93 to allow for that)
      Certified, errors among approved at most 5% (95% sure):  – (2 labelled rows could be approved; the tests start
        at 118)

      ⚠️ 1 of 10 rows not scored: the agent failed
      ⚠️ 1 of 10 rows not scored: the answer cannot be read
      ⚠️ 1 of 10 rows not scored: the answer is neither pass nor fail
      ⚠️ 1 of 10 rows not scored: the label is neither pass nor fail
      ⚠️ 1 of 10 rows not scored: skipped
      ⚠️ 1 of 5 rows have no confidence from 0 to 1
      ⚠️ 2 violations were missed
      ⚠️ confidence is too high: the calibration error is 0.483, and 0.208 of it comes from 2 rows with a confidence
      around 0.92 of which 1 is right
      ⚠️ 1 violation was passed with high confidence"
    `)
  })

  it('does so in Japanese', () => {
    expect(text(troubled, 'ja')).toMatchInlineSnapshot(`
      "
      =============================================================
      精度メトリクス
      =============================================================
      Accuracy:                             40% (2/5 正解、95% 区間 11–77%)
      Recall:                               33.3% ⭐ (違反 3 件中 1 件を検出、95% 区間 6–80%)
      Precision:                            50% (警告 2 件中 1 件が正しい、95% 区間 9–91%)
      Specificity (特異度):                 50% (95% 区間 9–91%)
      F1 Score:                             0.40 (95% 区間 0.08–0.83)
      False Negatives:                      2 (見逃した違反: missed, missed quietly)
      False Positives:                      1 (誤検出: alarmed)
      Accuracy (回答なしを誤りとした場合):  25% (95% 区間 7–60%)
      未採点:                               5 (エージェントのエラー 1 件、無効な出力 1 件、pass/fail のない回答 1
        件、正解ラベルなし 1 件、スキップ 1 件)

      =============================================================
      信頼度キャリブレーション (HITL安全性)
      =============================================================
      ECE (キャリブレーション誤差):  0.483 (⚠️ 警告 - >0.20: 信頼度を信用できません、95% 区間 0–0.81)
      MCE (最大の差):                0.600
      Brier Score:                   0.371 (95% 区間 0.1–0.75)
      Over-Confidence Rate:          50% (高信頼度 2 件中 1 件が誤り、95% 区間 9–91%)
      Under-Confidence Rate:         – (信頼度が 0.5 未満の行がありません)
      Critical Errors (FN@HC):       1 🚨 (高信頼度の偽陰性あり。すぐにレビューしてください、信頼度 > 0.85)
      🚨 missed: 期待 fail、実際 pass、信頼度 0.93
      0〜1 の信頼度なし:             1 (キャリブレーションから除外)

      =============================================================
      自動承認の安全閾値
      =============================================================
      グリッドによる推奨 (保証なし):                  (なし)
      保証付き: 見逃し率 5% 以下 (信頼水準 95%):      – (最も高いしきい値でも、違反 3 件のうち 1 件を通してしまいま
        す。それを許すには 93 件が必要です)
      保証付き: 承認中の誤り 5% 以下 (信頼水準 95%):  – (承認できるラベル付きの行は 2 件です。検定は 118 件から始ま
        ります)

      ⚠️ 10 行のうち 1 行は、エージェントのエラーのため採点できませんでした
      ⚠️ 10 行のうち 1 行は、応答を読み取れないため採点できませんでした
      ⚠️ 10 行のうち 1 行は、応答が pass でも fail でもないため採点できませんでした
      ⚠️ 10 行のうち 1 行は、正解ラベルが pass でも fail でもないため採点できませんでした
      ⚠️ 10 行のうち 1 行は、スキップされたため採点していません
      ⚠️ 5 行のうち 1 行は、信頼度が 0 から 1 の範囲にありません
      ⚠️ 違反を 2 件見逃しました
      ⚠️ 信頼度が高すぎます（過信）。キャリブレーション誤差は 0.483 で、そのうち 0.208 は信頼度 0.92 前後の 2 行（正
      解 1 行）によるものです
      ⚠️ 違反 1 件を高い信頼度で合格にしました"
    `)
  })

  it('shows no number where there is none, and why', () => {
    expect(text(rowsOf(2, { status: 'invalid-output' }))).toMatchInlineSnapshot(`
      "
      =============================================================
      Accuracy metrics
      =============================================================
      Accuracy:                              – (no row could be scored)
      Recall:                                – ⭐ (no violation in the data)
      Precision:                             – (nothing was flagged)
      Specificity:                           – (nothing in the data should pass)
      F1 Score:                              – (no violation in the data and nothing flagged)
      False Negatives:                       – (no row could be scored)
      False Positives:                       – (no row could be scored)
      Accuracy, no answer counted as wrong:  0% (95% interval 0–66%)
      Not scored:                            2 (2 invalid outputs)

      =============================================================
      Confidence calibration (safety with people in the loop)
      =============================================================
      ECE (calibration error):  – (no row has a confidence from 0 to 1)
      Brier Score:              – (no row has a confidence from 0 to 1)
      Over-Confidence Rate:     – (no row is confident)
      Under-Confidence Rate:    – (no row has a confidence below 0.5)
      Critical Errors (FN@HC):  – (no row has a confidence from 0 to 1)

      ⚠️ 2 cases are too few: the intervals are what to look at
      ⚠️ 2 of 2 rows not scored: the answer cannot be read"
    `)
  })

  it('lets no name of a case take over the terminal or its line', () => {
    const shown = lines([{ caseId: hostile, expected: 'fail', result: 'pass', confidence: 0.99 }])
    // Any control character at all.
    expect(shown.filter((line) => /\p{Cc}/u.test(line))).toEqual([])
  })
})
