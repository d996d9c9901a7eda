import type { OperationKind } from './dangerous-operations.ts'

export type DangerousCommand = { readonly kind: OperationKind; readonly command: string }

/**
 * Finds the first command line that destroys data, stops or unprotects a service, or exposes a machine; undefined when
 * there is none. Commands that delete reproducible files (build folders, caches) do not count.
 */
export function dangerousCommandIn(text: string): DangerousCommand | undefined {
  const searched = text.normalize('NFKC')
  for (const kind of kinds) {
    for (const pattern of DANGEROUS_COMMANDS[kind]) {
      const found = pattern.exec(searched)
      if (found !== null) return { kind, command: found[0].trim().slice(0, 120) }
    }
  }
  return undefined
}

// Every repetition is bounded, so that no text causes slow backtracking.
const REMOVES = String.raw`\brm[ \t]{1,4}(?:-{1,2}[\w-]{1,20}[ \t]{1,4}){0,4}-(?:[a-zA-Z]{0,5}r[a-zA-Z]{0,5}|-recursive)\b[ \t]{1,4}(?:-{1,2}[\w-]{1,20}[ \t]{1,4}){0,4}`
const WITHIN = String.raw`[^\s"'\x60;]{0,200}`
/** Of a path, also in a sentence and between backticks. */
const PATH_END = String.raw`(?=["'\x60\s;*,)。、]|\.(?:\s|$)|$)`
/** Folders for temporary or reproducible files. */
const DISPOSABLE = String.raw`\/(?:var\/)?tmp\/|${WITHIN}\/(?:node_modules|build|dist|target|coverage|__pycache__|te?mp|\.?cache)(?:\/|${PATH_END})`
const PRECIOUS = String.raw`(?:\/(?:\*|(?:backups?|bin|boot|data|dev|etc|home|lib(?:32|64)?|media|mnt|opt|root|sbin|srv|usr|var)(?:\/${WITHIN})?)?${PATH_END}|~|\$HOME|\*|\.git\b|(?:\.\/)?${WITHIN}(?:logs?|backups?|evidence|audit|data|database|snapshots?)(?:\/|${PATH_END}))`
const DISK = String.raw`\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mmcblk|mapper\/)\w{0,20}`
const OPTIONS = String.raw`(?:[ \t]{1,4}-{1,2}[\w-]{1,30}(?:(?:=|[ \t])[^\s;|&-][^\s;|&]{0,80})?){0,5}[ \t]{1,4}`
const REST = String.raw`[^\n;|]{0,160}`
const TABLE_NAME =
  '(?:if[ \\t]{1,4}exists[ \\t]{1,4})?(?!(?:and|or|if|in|is|to|the|a|an|rows?|columns?|does|will|from|with|command|statement)\\b)[\\\\"\'`[]{0,3}[a-z_][\\w.$-]{0,64}'

function command(program: string, operation: string, behind = String.raw`(?![\w-])`): RegExp {
  return new RegExp(String.raw`\b(?:${program})${OPTIONS}(?:${operation})${behind}`, 'i')
}

const kinds = ['destroy', 'tamper', 'disable', 'outage', 'revoke', 'expose'] as const satisfies OperationKind[]

const DANGEROUS_COMMANDS: Readonly<Record<(typeof kinds)[number], readonly RegExp[]>> = {
  destroy: [
    // Files and disks.
    new RegExp(`${REMOVES}["']?(?!${DISPOSABLE})${PRECIOUS}`, 'm'),
    /--no-preserve-root\b/,
    /\bfind[ \t]{1,4}\/[^\n|]{0,120}[ \t]-delete\b/,
    /\bmkfs(?:\.\w{2,8})?[ \t]{1,4}(?:-\w{1,8}[ \t]{1,4}){0,4}\/dev\/\w{2,20}/,
    new RegExp(String.raw`\bdd[ \t][^\n]{0,120}\bof=${DISK}`),
    new RegExp(String.raw`>[ \t]{0,3}${DISK}`),
    new RegExp(String.raw`\b(?:wipefs|blkdiscard|shred)\b[^\n]{0,60}${DISK}`),
    /\bshred[ \t]{1,4}-\w/,
    /\b(?:zfs|zpool)[ \t]{1,4}destroy\b|\b(?:lvremove|vgremove|pvremove)[ \t]{1,4}\S|\bmdadm[ \t]{1,4}--zero-superblock\b/,
    /\bformat[ \t]{1,4}[c-z]:(?:[ \t]{1,4}\/\w{1,8}){0,4}/i,
    /\b(?:Format-Volume|Clear-Disk)\b[ \t]{1,4}-/i,
    /\b(?:del|erase)[ \t]{1,4}(?:\/[a-z][ \t]{1,4}){1,5}(?:[c-z]:\\|\*)/i,
    /\b(?:rd|rmdir)[ \t]{1,4}\/s\b[^\n]{0,20}[c-z]:\\/i,
    /\bRemove-Item\b[^\n]{0,80}-Recurse\b[^\n]{0,80}[c-z]:\\/i,
    /\bvssadmin(?:\.exe)?[ \t]{1,4}delete[ \t]{1,4}shadows\b|\bwbadmin[ \t]{1,4}delete\b/i,
    /\bwevtutil(?:\.exe)?[ \t]{1,4}(?:cl|clear-log)\b|\bclear-eventlog\b|\bhistory[ \t]{1,4}-c\b/i,
    /\bcrontab[ \t]{1,4}-r\b|\buserdel[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4}){0,3}-\w{0,3}r/,
    // Databases and queues.
    new RegExp(String.raw`\bdrop[ \t]{1,20}(?:database|schema|table)\b[ \t]{1,20}${TABLE_NAME}`, 'i'),
    new RegExp(String.raw`\btruncate[ \t]{1,20}table\b[ \t]{1,20}${TABLE_NAME}`, 'i'),
    /\bTRUNCATE[ \t]{1,4}[a-z_][\w.]{0,64}[ \t]{0,4}(?:;|["']|CASCADE|$)/m,
    /\bdelete[ \t]{1,4}from[ \t]{1,4}["'`]?[\w.]{1,64}["'`]?[ \t]{0,4}(?:;|["']|where[ \t]{1,4}1[ \t]{0,2}=[ \t]{0,2}1)/i,
    /\bDELETE[ \t]{1,4}FROM[ \t]{1,4}[\w.]{1,64}[ \t]{0,4}$/m,
    /\bdb\.dropDatabase\(|\bdb\.\w{1,64}\.(?:drop\(|(?:deleteMany|remove)\([ \t]{0,3}(?:\{[ \t]{0,3}\})?[ \t]{0,3}\))/,
    /\bredis-cli\b[^\n|;]{0,120}\bflush(?:all|db)\b|^[ \t]{0,4}FLUSH(?:ALL|DB)\b/im,
    /\bmysqladmin\b[^\n|;]{0,80}[ \t]drop\b|\b(?:dropdb|dropuser)[ \t]{1,4}[\w-]/,
    /\b(?:rails|rake)[ \t][^\n;|]{0,40}db:(?:drop|reset|purge)\b|\bmix[ \t]{1,4}ecto\.(?:drop|reset)\b|\bmanage\.py[ \t]{1,4}(?:flush|reset_db)\b|\bartisan[ \t]{1,4}(?:migrate:(?:fresh|reset)|db:wipe)\b|\bprisma[ \t]{1,4}(?:migrate[ \t]{1,4}reset|db[ \t]{1,4}push[ \t]{1,4}--force-reset)\b/,
    /\bkafka-topics(?:\.sh)?\b[^\n;|]{0,120}--delete\b|\brabbitmqctl\b[^\n;|]{0,80}\b(?:purge_queue|delete_queue|delete_vhost|reset|force_reset)\b|\betcdctl\b[^\n;|]{0,80}\bdel\b[^\n;|]{0,80}--prefix\b|\bconsul[ \t]{1,4}kv[ \t]{1,4}delete\b[^\n;|]{0,80}-recurse\b/,
    /\bcurl\b[^\n;|]{0,120}-X[ \t]{0,2}DELETE\b[^\n;|]{0,120}:9200\//,
    // Infrastructure.
    command('terraform|terragrunt|tofu|pulumi|cdk|vagrant|cloud-nuke', 'destroy'),
    /\b(?:terraform|tofu)[ \t]{1,4}apply\b[^\n;|]{0,120}[ \t]-destroy\b/,
    command(
      'kubectl|oc',
      `delete${OPTIONS}(?:namespaces?|ns|deployments?|deploy|statefulsets?|sts|daemonsets?|ds|pvc|pv|persistentvolume(?:claim)?s?|crds?|customresourcedefinitions?|nodes?|secrets?|projects?)`,
      String.raw`(?=[ \t/]|$|["'\x60])`,
    ),
    /\bkubectl\b[^\n;|]{0,80}[ \t]delete\b[^\n;|]{0,80}--all\b/,
    command('helm', 'uninstall|delete', String.raw`[ \t]{1,4}\S`),
    /\bkubeadm[ \t]{1,4}reset\b|\beksctl[ \t]{1,4}delete[ \t]{1,4}\w|\bkind[ \t]{1,4}delete[ \t]{1,4}cluster\b/,
    /\baws[ \t]{1,4}s3[ \t]{1,4}(?:rb|rm)\b[^\n]{0,100}(?:--force|--recursive)/,
    /\baws\b[^\n;|]{0,60}[ \t](?:terminate-instances|delete-(?!tags|message)[a-z-]{2,40}|schedule-key-deletion|purge-queue)\b/,
    new RegExp(String.raw`\b(?:gcloud|bq|az|doctl|heroku|flyctl|fly)[ \t]${REST}(?:[ \t]|:)(?:delete|destroy)\b`),
    /\bgsutil\b[^\n;|]{0,60}[ \t](?:rm[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4}){0,3}-\w{0,3}[rR]|rb\b)|\bgcloud[ \t]{1,4}storage[ \t]{1,4}rm\b[^\n;|]{0,80}(?:-r|--recursive)\b|\bbq[ \t]{1,4}rm\b/,
    /\bgh[ \t]{1,4}repo[ \t]{1,4}delete\b|\bgit[ \t]{1,4}filter-(?:branch|repo)\b|\bgit[ \t]{1,4}reflog[ \t]{1,4}(?:expire|delete)\b/,
    /\bdocker[ \t]{1,4}(?:system[ \t]{1,4}prune|volume[ \t]{1,4}(?:rm|prune))\b/,
    /\bdocker(?:-|[ \t]{1,4})compose\b[^\n;|]{0,80}\bdown\b[^\n;|]{0,60}[ \t](?:-v|--volumes)\b/,
    /\bansible\b[^\n;|]{0,120}\bstate=absent\b/,
    /\bvault\b[^\n;|]{0,40}[ \t](?:(?:secrets|auth)[ \t]{1,4}disable|policy[ \t]{1,4}delete|kv[ \t]{1,4}(?:destroy|metadata[ \t]{1,4}delete))\b/,
    /:\(\)[ \t]{0,3}\{[ \t]{0,3}:[ \t]{0,3}\|[ \t]{0,3}:[ \t]{0,3}&[ \t]{0,3}\}[ \t]{0,3};[ \t]{0,3}:/,
  ],
  tamper: [
    /\bgit[ \t]{1,4}push\b(?:[^\n;|&]{0,120}[ \t](?:--force(?!-(?:with-lease|if))\b|-f\b|--mirror\b|\+[\w./-]{1,80}))/,
  ],
  disable: [
    /\bsystemctl[ \t]{1,4}(?:stop|disable|mask)[ \t]{1,4}(?:--now[ \t]{1,4})?(?:auditd|rsyslog|syslog|falcon-sensor|firewalld|ufw|fail2ban|clamav\S{0,20}|wazuh\S{0,20}|osqueryd|apparmor|crowdsec)\b/,
    /\bsetenforce[ \t]{1,4}0\b|\bauditctl[ \t]{1,4}-e[ \t]{0,4}0\b|\bufw[ \t]{1,4}disable\b|\biptables[ \t]{1,4}(?:-F|--flush)\b|\bnft[ \t]{1,4}flush[ \t]{1,4}ruleset\b/,
    /\bset-mppreference[ \t]{1,4}-disable/i,
    /\bnetsh[ \t]{1,4}advfirewall\b[^\n]{0,60}\bstate[ \t]{1,4}off\b|\b(?:sc(?:\.exe)?|net)[ \t]{1,4}(?:stop|delete|config)[ \t]{1,4}["']?(?:windefend|sense|mpssvc|eventlog|sysmon\w{0,3})\b|\bStop-Service\b[^\n]{0,30}\b(?:windefend|sense|mpssvc|eventlog)\b|\bbcdedit\b[^\n]{0,60}\brecoveryenabled[ \t]{1,4}no\b/i,
    /\baws[ \t]{1,4}(?:cloudtrail[ \t]{1,4}stop-logging|guardduty[ \t]{1,4}disassociate\S{0,40}|kms[ \t]{1,4}disable-key)\b|\bvault[ \t]{1,4}audit[ \t]{1,4}disable\b|--no-deletion-protection\b/,
  ],
  outage: [/\bkubectl\b[^\n;|]{0,80}[ \t]scale\b[^\n;|]{0,120}--replicas[= ]0\b/],
  revoke: [/\bvault\b[^\n;|]{0,40}[ \t](?:token|lease)[ \t]{1,4}revoke\b/],
  expose: [
    /\bchmod[ \t]{1,4}(?:-R[ \t]{1,4})?(?:0?777|a\+rwx)[ \t]{1,4}\/(?=["'\s;]|$)/m,
    /\bchmod[ \t]{1,4}-R[ \t]{1,4}(?:0?777|a\+rwx)\b/,
    /\b(?:curl|wget)[ \t][^\n|]{1,200}\|[ \t]{0,3}(?:sudo[ \t]{1,3})?(?:ba|z|da)?sh\b/,
    /\b(?:bash|sh|nc|ncat)[ \t][^\n]{0,60}(?:\/dev\/tcp\/|-e[ \t]{1,3}\/bin\/(?:ba)?sh)/,
    /\baws\b[^\n;|]{0,120}--acl[ \t]{1,4}public-read/,
  ],
}
