// npm run train:embedded -- DATA_FOLDER   trains the embedded judge's heads and writes src/judges/embedded/weights.json.
import { writeFileSync } from 'node:fs'
import { trainCoverage, trainEquivalence, trainHarm, trainSupport } from './classifiers.ts'
import { labelledSets } from './labelled-sets.ts'
import { idfTable, storedIdf } from './idf-table.ts'
import { sources } from './sources.ts'
import { idfFrom } from '../../src/judges/embedded/reading/idf.ts'
import { StoredWeights } from '../../src/judges/embedded/weights.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: npm run train:embedded -- DATA_FOLDER')
  process.exit(2)
}

const sets = labelledSets(folder)
const table = idfTable(sets)
const idf = idfFrom(table)
const stored: StoredWeights = {
  about:
    'Heads of the embedded judge: boosted trees over comparisons of words, and a logistic regression over n-grams. The figures were measured on parts of the sets that the heads were not trained on.',
  trained: new Date().toISOString().slice(0, 10),
  sources,
  idf: storedIdf(table),
  classifiers: {
    equivalence: trainEquivalence(sets, idf),
    support: trainSupport(sets, idf),
    coverage: trainCoverage(sets, idf),
  },
  harm: trainHarm(sets),
}
const path = new URL('../../src/judges/embedded/weights.json', import.meta.url)
const text = `${JSON.stringify(StoredWeights.parse(stored), undefined, 2)}\n`
writeFileSync(path, text)
console.log(`${(text.length / 1024).toFixed(0)} KB written to ${path.pathname}`)
const { classifiers, harm } = stored
for (const [name, classifier] of Object.entries({ ...classifiers, harm })) {
  console.log(name, classifier.band, classifier.figures)
}
