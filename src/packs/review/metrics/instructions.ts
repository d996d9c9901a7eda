import type { InstructionText } from '../../../metrics/instructions/instruction-text.ts'

const marksEn = `For every entry of \`rubrics\`, under its own id: first the reason, with the place that decides it, then the score from 1 to the entry's \`points\`. \`anchors\` describe scores; one without a description lies between its neighbours. Judge each entry by itself and leave none out. A piece of material that is missing means that there was none of it.`

const marksJa = `\`rubrics\` の各項目について、その id のもとに、まず決め手となる箇所を挙げて理由を書き、その後に 1 からその項目の \`points\` までの点を付けてください。\`anchors\` は点の説明です。説明のない点は前後の点の中間です。項目は一つずつ独立に採点し、抜かさないでください。資料に項目がなければ、それは存在しなかったという意味です。`

export const explanationQualityText: InstructionText = {
  id: 'explanation-quality',
  version: 1,
  en: `You mark how well a reviewer of documents explains its verdict. \`check\` is what it was asked to hold the document against, \`language\` the language it was asked to answer in. \`verdict\` is its result, \`explanation\` and \`citations\` are what it says for it. \`document\` is the text of the documents, page by page.

Do not mark whether the verdict is right. Look up in \`document\` what the explanation claims: a quote or a number that does not stand there is no evidence, however sure it sounds. Where the document says nothing about the check, naming what is missing is good evidence, and there is nothing to cite. Length alone earns nothing.

${marksEn}`,
  ja: `文書をレビューするエージェントが、自分の判定をどれだけうまく説明しているかを採点してください。\`check\` は文書を照らし合わせるよう求められた内容、\`language\` は回答を求められた言語です。\`verdict\` は判定、\`explanation\` と \`citations\` はその根拠として述べられたものです。\`document\` は文書の本文で、ページごとに並んでいます。

判定が正しいかどうかは採点しません。説明にある内容は \`document\` で確かめてください。そこにない引用や数値は、どれほど自信ありげに書かれていても根拠ではありません。文書に該当する記載がない場合は、何が不足しているかを示すことが良い根拠であり、引用すべきものはありません。長いだけでは点になりません。

${marksJa}`,
}

export const reviewToolUseText: InstructionText = {
  id: 'review-tool-use',
  version: 1,
  en: `You mark how a reviewer of documents used its tools. \`check\` is what it was asked to hold the document against, \`steps\` every call with its arguments and what came back, in order, \`explanation\` what it concluded. A tool is called for when the document alone does not settle the check.

${marksEn}`,
  ja: `文書をレビューするエージェントが、ツールをどう使ったかを採点してください。\`check\` は文書を照らし合わせるよう求められた内容、\`steps\` はすべての呼び出しとその引数・結果を順に並べたもの、\`explanation\` はエージェントの結論です。ツールが必要なのは、文書だけではチェックに決着がつかない場合です。

${marksJa}`,
}
