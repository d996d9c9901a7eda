/** What `src/core` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const coreJa: Readonly<Record<string, string>> = {
  'The agent does not report it': 'エージェントが報告していません',
  'The proxy let nobody through. See whether its address in HTTPS_PROXY or HTTP_PROXY has the login.':
    'プロキシが接続を拒否しました。HTTPS_PROXY または HTTP_PROXY のアドレスにログイン情報があるか確認してください。',
  'Its certificate is signed by nobody that Node.js trusts. Where your company signs, NODE_USE_SYSTEM_CA=1 trusts whom this machine trusts, and NODE_EXTRA_CA_CERTS=FILE names a certificate.':
    '証明書の発行元を Node.js が信頼していません。会社のプロキシが署名している場合は、NODE_USE_SYSTEM_CA=1 でこのマシンが信頼する発行元を使うか、NODE_EXTRA_CA_CERTS=FILE で証明書を指定してください。',
  '{problem}; it asked to wait {asked} min, the limit is {limit} min':
    '{problem}（{asked} 分待つよう求められましたが、上限は {limit} 分です）',
  'Try again when that time is over': 'その時間が過ぎてからもう一度試してください',
  '{purpose}: the package {name} is not installed': '{purpose}: パッケージ {name} がインストールされていません',
  'npm install {name}': 'npm install {name}',
}
