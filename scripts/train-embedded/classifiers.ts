import type { Features } from '../../src/judges/embedded/differences/claim-features.ts'
import { ngramBuckets, ngramProbability, type NgramClassifier } from '../../src/judges/embedded/safety/harm.ts'
import { type Classifier, probability } from '../../src/judges/embedded/classifier.ts'
import type { Idf } from '../../src/judges/embedded/reading/idf.ts'
import type { Band, StoredClassifier, StoredWeights } from '../../src/judges/embedded/weights.ts'
import { type BoostOptions, type Sample, boostTrees } from './boost-trees.ts'
import { chooseBand } from './choose-band.ts'
import { type Judged, answered, auroc, balancedAccuracy, coverage, kappa } from './figures.ts'
import { fitNgrams } from './fit-ngrams.ts'
import type { LabelledSets } from './labelled-sets.ts'
import { required } from './required.ts'
import { answerFeatures, claimReader, nearestReference } from './samples.ts'
import { partOf } from './split.ts'

const BOOSTING = { trees: 120, depth: 3, rate: 0.1, minimum: 5, share: 0.7, seed: 1 }

/**
 * What may only speak for a claim, and what only against it. Without this, edited summaries teach that missing words are a
 * good sign, because their authors reworded what is consistent and copied what is not.
 */
const DIRECTIONS: BoostOptions['directions'] = {
  recallBest: 1,
  recallWindow: 1,
  recallAll: 1,
  wordRecall: 1,
  alignedShare: 1,
  characterPairs: 1,
  missingShare: -1,
  missingNumbers: -1,
  missingNames: -1,
  absentNumbers: -1,
  absentNames: -1,
  replacements: -1,
  opposites: -1,
  negationDiffers: -1,
}

/** How many of the verdicts next to the band may be wrong, on either side of it. */
const ERROR = { equivalence: 0.3, support: 0.25, coverage: 0.25, harm: 0.25 }

/** Same answer or not: trained on 50 % of the questions, the band on 15 %, the figures on the other 35 %. */
export function trainEquivalence(sets: LabelledSets, idf: Idf): StoredClassifier {
  const rows = required(sets.evouna(), 'EVOUNA').map((row) => ({
    candidates: answerFeatures(row, idf),
    label: row.label,
    cluster: row.question,
  }))
  const part = (name: string) => rows.filter(({ cluster }) => partOf(cluster) === name)
  const samples = part('train').map(({ candidates, label }) => ({ features: nearestReference(candidates), label }))
  const classifier = boost(samples, { ...BOOSTING, trees: 150 })
  const scored = (name: string) =>
    part(name).map(({ candidates, label, cluster }) => ({
      label,
      cluster,
      score: Math.max(...candidates.map((features) => probability(classifier, features))),
    }))
  return storedHead(classifier, chooseBand(scored('tune'), ERROR.equivalence), scored('test'))
}

/** Supported by a context or not: BEGIN's development parts and half of SummEdits' documents. */
export function trainSupport(sets: LabelledSets, idf: Idf): StoredClassifier {
  const features = claimReader(idf)
  const begin = (name: 'wow_dev' | 'cmu_dev' | 'wow_test') =>
    required(sets.begin(name), 'BEGIN').map((row) => ({
      features: features(row.sent, row.ctx),
      label: row.label === 'Fully attributable' ? (1 as const) : (0 as const),
      cluster: row.ctx,
    }))
  const edits = required(sets.summEdits(), 'SummEdits').map((row) => ({
    features: features(row.summary, row.text),
    label: row.label,
    cluster: row.document,
  }))
  const replies = [...begin('wow_dev'), ...begin('cmu_dev')]
  const editsOf = (name: string) => edits.filter(({ cluster }) => partOf(cluster) === name)
  const training = [
    ...balanced(replies.filter(({ cluster }) => partOf(cluster) !== 'tune')),
    ...balanced(editsOf('train')),
  ]
  const classifier = boost(training, { ...BOOSTING, directions: DIRECTIONS })
  const tuning = scoredBy(classifier, [
    ...replies.filter(({ cluster }) => partOf(cluster) === 'tune'),
    ...editsOf('tune'),
  ])
  return storedHead(
    classifier,
    chooseBand(tuning, ERROR.support),
    scoredBy(classifier, [...begin('wow_test'), ...editsOf('test')]),
  )
}

/** Key point made or not. */
export function trainCoverage(sets: LabelledSets, idf: Idf): StoredClassifier {
  const features = claimReader(idf)
  const rows = required(sets.realsumm(), 'REALSumm')
    .filter(({ ctx }) => ctx.trim() !== '')
    .map((row) => ({ features: features(row.sent, row.ctx), label: row.label, cluster: row.id }))
  const part = (name: string) => rows.filter(({ cluster }) => partOf(cluster) === name)
  const classifier = boost(part('train'), { ...BOOSTING, trees: 80, directions: DIRECTIONS })
  return storedHead(
    classifier,
    chooseBand(scoredBy(classifier, part('tune')), ERROR.coverage),
    scoredBy(classifier, part('test')),
  )
}

/** Harmful or not: figures by five-fold cross-validation, weights from all of it. */
export function trainHarm(sets: LabelledSets): StoredWeights['harm'] {
  const all = required(sets.moderation(), 'OpenAI moderation').flatMap((row) => {
    // A label that is not there was not asked for.
    const labels = ['S', 'S3', 'H', 'H2', 'V', 'V2', 'HR', 'SH'].flatMap((key) => row[key] ?? [])
    if (labels.length === 0) return []
    const label = labels.includes(1) ? (1 as const) : (0 as const)
    return [{ buckets: ngramBuckets(row.prompt), label, text: row.prompt }]
  })
  const options = { epochs: 12, rate: 0.3, decay: 1e-5, seed: 1 }
  const folded = foldsOf(all, 5).flatMap(({ inside, outside }) => {
    const classifier = fitNgrams(outside, options)
    return inside.map(({ buckets, label, text }) => ({
      label,
      score: ngramProbability(classifier, buckets),
      cluster: text,
    }))
  })
  const band = chooseBand(folded, ERROR.harm)
  return { band, figures: figuresOf(folded, band), ...storedNgrams(fitNgrams(all, options)) }
}

type Labelled = { readonly features: Features; readonly label: 0 | 1; readonly cluster: string }

function boost(samples: readonly Sample[], options: Omit<BoostOptions, 'features'>): Classifier {
  return boostTrees(samples, { ...options, features: Object.keys(samples[0]?.features ?? {}) })
}

/** Both labels weigh the same, and so do sets of different sizes. */
function balanced(rows: readonly Labelled[]): readonly Sample[] {
  const positives = rows.filter(({ label }) => label === 1).length
  return rows.map(({ features, label }) => ({
    features,
    label,
    weight: 500 / (label === 1 ? positives : rows.length - positives),
  }))
}

type Scored = { readonly label: 0 | 1; readonly score: number; readonly cluster: string }

function scoredBy(classifier: Classifier, rows: readonly Labelled[]): readonly Scored[] {
  return rows.map(({ features, label, cluster }) => ({ label, cluster, score: probability(classifier, features) }))
}

function storedHead(classifier: Classifier, band: Band, test: readonly Scored[]): StoredClassifier {
  return {
    features: classifier.features.join(' '),
    depth: classifier.depth,
    base: Number(classifier.base.toPrecision(6)),
    trees: classifier.trees.map((tree) => Array.from(tree, shortNumber).join(' ')).join('\n'),
    band,
    figures: figuresOf(test, band),
  }
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(4)))
}

function short(value: number): number {
  return Number(value.toFixed(3))
}

function figuresOf(scored: readonly Scored[], { low, high }: Band): Record<string, number> {
  const forced: readonly Judged[] = scored.map((one) => ({ ...one, verdict: one.score >= 0.5 ? 1 : 0 }))
  const banded: readonly Judged[] = scored.map((one) => ({
    ...one,
    verdict: one.score >= high ? 1 : one.score <= low ? 0 : null,
  }))
  return {
    n: scored.length,
    auroc: short(auroc(forced)),
    balancedAccuracy: short(balancedAccuracy(forced)),
    kappa: short(kappa(forced)),
    answered: short(coverage(banded)),
    kappaWhereAnswered: short(kappa(answered(banded))),
  }
}

function foldsOf<Row extends { readonly text: string }>(rows: readonly Row[], count: number) {
  return Array.from({ length: count }, (_, fold) => ({
    inside: rows.filter((_row, index) => index % count === fold),
    outside: rows.filter((_row, index) => index % count !== fold),
  }))
}

function storedNgrams({ bias, scale, weights }: NgramClassifier): { bias: number; scale: number; weights: string } {
  return { bias, scale, weights: Buffer.from(weights.buffer).toString('base64') }
}
