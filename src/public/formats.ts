// `shinsa/formats`: reads and writes datasets, transcripts and human labels in any supported format.
export { openDataset, openLabels, openTranscripts, writeDataset } from '../compose/datasets.ts'
export type { WrittenDataset } from '../core/index.ts'
export type { OpenedDataset } from '../formats/open-dataset.ts'
export type { OpenedLabels } from '../formats/labels/open-labels.ts'
