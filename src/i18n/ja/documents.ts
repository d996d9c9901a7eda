/** What `src/documents` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const documentsJa: Readonly<Record<string, string>> = {
  'Did you mean {names}?': 'もしかして: {names}',
  '{file} is a folder or a device, not a document': '{file} はフォルダーまたはデバイスで、文書ではありません',
  '{file} has {size} MB; at most {limit} MB are read': '{file} は {size} MB です。読み込めるのは {limit} MB までです',
  'Split the document, or keep the pages that matter.': '文書を分割するか、必要なページだけにしてください。',
  '{file} is broken: its header has no size': '{file} は壊れています: ヘッダーに大きさがありません',
  'Open it in an image viewer, and save it again.': '画像ビューアーで開き、保存し直してください。',
  '{file} is {width} by {height} pixels; at most {limit} pixels in all are taken':
    '{file} は {width} × {height} ピクセルです。扱えるのは合計 {limit} ピクセルまでです',
  'Save it smaller.': '小さくして保存してください。',
  'the image is cut off: the end of its file is missing': '画像が途中で切れています: ファイルの終わりがありません',
  '{file} is not text in UTF-8, UTF-16 or Shift_JIS': '{file} は UTF-8・UTF-16・Shift_JIS のテキストではありません',
  '{file} has more than {limit} characters of text': '{file} の文字数が {limit} を超えています',
  'the document has no text': '文書に文字がありません',
  'pages without text can be read by OCR: npm install {packages}':
    '文字のないページは OCR で読み取れます: npm install {packages}',
  'page {page} was read by OCR, {percent} % sure of its letters':
    '{page} ページは OCR で読み取りました（文字の信頼度 {percent} %）',
  'page {page} could not be read by OCR either: {percent} % sure of its letters':
    '{page} ページは OCR でも読み取れませんでした（文字の信頼度 {percent} %）',
  'read as Shift_JIS, since it is not UTF-8': 'UTF-8 ではないため Shift_JIS として読みました',
  '{file} is called {ending} and does not begin like one': '{file} の拡張子は {ending} ですが、中身が違います',
  'Open it in a viewer: it may be broken, or of another kind.':
    'ビューアーで開いてみてください。壊れているか、別の種類のファイルかもしれません。',
  '{file} is of no kind that can be read': '{file} は読み込める種類の文書ではありません',
  'Documents are PDF, PNG, JPEG, GIF or WebP, or are called {endings}.':
    '読み込めるのは PDF・PNG・JPEG・GIF・WebP と、拡張子が {endings} のファイルです。',
  '{file} has more than {limit} paragraphs and cells': '{file} の段落と表のセルは {limit} を超えています',
  '{file}: its elements are nested more than {most} deep': '{file}: 要素の入れ子が {most} 段を超えています',
  'Open it in a browser, and save what it shows as PDF.':
    'ブラウザーで開き、表示された内容を PDF として保存してください。',
  '{file}: this is no Word document, or it is damaged': '{file}: Word 文書ではないか、壊れています',
  'Save it again as .docx or as PDF. One that is protected by a password, or an old .doc, is not read.':
    '.docx か PDF で保存し直してください。パスワード付きのものと古い .doc は読めません。',
  'the document has tracked changes; it is read as if all were accepted':
    '文書に変更履歴があります。すべて承諾したものとして読みました',
  'the document shows other pages in frames; they were not read':
    '文書は他のページをフレームに表示しています。フレームの中は読んでいません',
  '{file} has no pages': '{file} にページがありません',
  '{file} is protected with a password': '{file} はパスワードで保護されています',
  'Save a copy without the password and use that.': 'パスワードなしのコピーを保存して、それを使ってください。',
  '{file} has {pages} pages; at most {limit} are read':
    '{file} は {pages} ページあります。読み込めるのは {limit} ページまでです',
  '{file} could not be read within {seconds} seconds': '{file} を {seconds} 秒以内に読み込めませんでした',
  '{file} takes more than {megabytes} MB of memory to read':
    '{file} の読み込みに {megabytes} MB を超えるメモリーが必要です',
  '{file} has streams that unpack to more than {megabytes} MB':
    '{file} には、展開すると {megabytes} MB を超えるストリームがあります',
  '{file} has a stream with more than six filters, one packed in the other':
    '{file} には、七重以上に圧縮・符号化されたストリームがあります',
  'Ordinary documents have none; where this one is trusted, print it as a new PDF.':
    '通常の文書にはありません。信頼できる文書なら、新しい PDF として印刷してください。',
  '{file} is broken: {reason}': '{file} は壊れています: {reason}',
  'Open it in a PDF viewer, and save or print it as a new PDF.':
    'PDF ビューアーで開き、新しい PDF として保存または印刷してください。',
  'page {page} is broken and was not read, pages after it may be missing: {reason}':
    '{page} ページは壊れていて読めませんでした（後のページも欠けている可能性があります）: {reason}',
  'page {page} draws but has no text: scanned?': '{page} ページには描画がありますが文字がありません（スキャン画像？）',
  'page {page}: {percent} % of its characters cannot be read, their font does not say what they are':
    '{page} ページ: 文字の {percent} % が読めません（フォントに文字の情報がありません）',
  'the document has scripts; they were not run': '文書にスクリプトがありますが、実行していません',
  'the document is an XFA form; what it shows in its own viewer was not read':
    '文書は XFA フォームです。専用ビューアーで表示される内容は読んでいません',
  '{folder}: there is no such folder': '{folder}: フォルダーがありません',
  '{name} is no document within {folder}': '{name} は {folder} の中の文書ではありません',
  'Name a file in that folder, without "..", and no link that leads out of it.':
    'そのフォルダーの中のファイル名を指定してください（「..」や外へのリンクは使えません）。',
  '{name}: there is no such document in {folder}': '{name}: {folder} にその文書はありません',
  'There are no files in it.': 'フォルダーにファイルがありません。',
  'It has {count} {count|file|files}: {names}': '{count} 個のファイルがあります: {names}',
  'Save it as UTF-8. If it holds binary data, it is not a text file.':
    'UTF-8 で保存してください。バイナリデータであれば、テキストファイルではありません。',
  '{file} is empty': '{file} は空です',
  'page {page} is mostly a picture and has little text: scanned?':
    '{page} ページはほとんどが画像で、テキストがわずかです。スキャンでしょうか',
  'page {page}: its characters make no words, their font may not say what they are':
    '{page} ページの文字は語になっていません。フォントに文字の情報がない可能性があります',
}
