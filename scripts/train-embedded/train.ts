// npm run train:embedded -- DATA_FOLDER   trains the embedded judge's heads and writes src/judges/embedded/weights.json.
import { writeFileSync } from 'node:fs'
import { trainCoverage, trainEquivalence, trainHarm, trainSupport } from './heads.ts'
import { labelledSets } from './labelled-sets.ts'
import { rarityTable, storedRarity } from './rarity-table.ts'
import { sources } from './sources.ts'
import { rarityFrom } from '../../src/judges/embedded/reading/rarity.ts'
import { StoredWeights } from '../../src/judges/embedded/weights.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: npm run train:embedded -- DATA_FOLDER')
  process.exit(2)
}

const sets = labelledSets(folder)
const table = rarityTable(sets)
const rarity = rarityFrom(table)
const stored: StoredWeights = {
  about:
    'Heads of the embedded judge: boosted trees over comparisons of words, and a logistic regression over n-grams. The figures were measured on parts of the sets that the heads were not trained on.',
  trained: new Date().toISOString().slice(0, 10),
  sources,
  rarity: storedRarity(table),
  heads: {
    equivalence: trainEquivalence(sets, rarity),
    support: trainSupport(sets, rarity),
    coverage: trainCoverage(sets, rarity),
  },
  harm: trainHarm(sets),
}
const path = new URL('../../src/judges/embedded/weights.json', import.meta.url)
const text = `${JSON.stringify(StoredWeights.parse(stored), undefined, 2)}\n`
writeFileSync(path, text)
console.log(`${(text.length / 1024).toFixed(0)} KB written to ${path.pathname}`)
for (const [name, head] of [...Object.entries(stored.heads), ['harm', stored.harm] as const]) {
  console.log(name, head.band, head.figures)
}
