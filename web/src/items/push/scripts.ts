import type { Language } from '@sheaf/contract/errors'
import { inLanguage } from '@sheaf/contract/languages'

/** Values inserted into the scripts and examples. */
export interface PushTarget {
  /** URL of the site without a trailing slash. */
  site: string
  api_key: string
  api_token: string
  language: Language
}

/** The ShowDoc-compatible address of a call, which existing scripts use; /api works as well. */
export const addressOf = (site: string, call: string) => `${site}/server/index.php?s=/api/${call}`

/** Quotes a value for a POSIX shell. */
const sh = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
/** Quotes a value for PowerShell. */
const ps = (text: string) => `'${text.replaceAll("'", "''")}'`

const scriptTexts = {
  en: {
    comments: 'Pushes comments that hold "showdoc" and @title to Sheaf, a page for each.',
    tables: 'Pushes the tables of a MySQL or MariaDB database to Sheaf, a page for each.',
    usage: 'Usage: ',
    folder: 'FOLDER',
    database: 'How to reach the database, and the catalog for the pages',
    catalog: 'Database',
  },
  zh: {
    comments: '将包含 showdoc 与 @title 的注释推送到简册，每段注释一个页面。',
    tables: '将 MySQL 或 MariaDB 的数据表推送到简册，每张表一个页面。',
    usage: '用法：',
    folder: '目录',
    database: '数据库的连接方式，以及页面所在的目录',
    catalog: '数据库',
  },
}

/** A POSIX shell script; curl --retry respects the server's Retry-After. */
export function shellScript({ site, api_key, api_token, language }: PushTarget): string {
  const t = inLanguage(scriptTexts, language)
  return `#!/bin/sh
# ${t.comments}
# ${t.usage}sh sheaf_api.sh [${t.folder}]
url=${sh(addressOf(site, 'open/fromComments'))}
api_key=${sh(api_key)}
api_token=${sh(api_token)}

find "\${1:-.}" \\( -name .git -o -name node_modules -o -name vendor \\) -prune -o -type f -size -1024k -print |
while IFS= read -r file; do
  grep -Iq showdoc "$file" && grep -q @title "$file" || continue
  printf '%s: ' "$file"
  curl -sS --retry 5 -H 'Accept-Language: ${language}' -H "X-Api-Key: $api_key" -H "X-Api-Token: $api_token" \\
    --data-urlencode content@- "$url" < "$file"
done
`
}

/** A script for PowerShell 5, preinstalled on Windows; sends JSON, because older .NET cannot encode long forms. */
export function powerShellScript({ site, api_key, api_token, language }: PushTarget): string {
  const t = inLanguage(scriptTexts, language)
  return `# ${t.comments}
# ${t.usage}powershell -ExecutionPolicy Bypass -File sheaf_api.ps1 [${t.folder}]
param([string]$Folder = '.')
$url = ${ps(addressOf(site, 'open/fromComments'))}
$headers = @{
  'X-Api-Key'       = ${ps(api_key)}
  'X-Api-Token'     = ${ps(api_token)}
  'Accept-Language' = '${language}'
}

Get-ChildItem $Folder -Recurse -File |
  Where-Object { $_.Length -le 1MB -and $_.FullName -notmatch '[\\\\/](\\.git|node_modules|vendor)[\\\\/]' } |
  ForEach-Object {
    $source = [IO.File]::ReadAllText($_.FullName)
    if ($source -match 'showdoc' -and $source.Contains('@title')) {
      $body = [Text.Encoding]::UTF8.GetBytes((ConvertTo-Json @{ content = $source }))
      $answer = Invoke-WebRequest -UseBasicParsing -Method Post -Uri $url -Headers $headers -ContentType 'application/json; charset=utf-8' -Body $body
      Write-Host "$($_.FullName): $($answer.Content.Trim())"
    }
  }
`
}

const select = (columns: string, table: string, order: string) =>
  `select ${columns} from ${table} where TABLE_SCHEMA = '$database' order by ${order}`

/** A shell script that sends the output of the mysql client to open/updateDbItem. */
export function databaseScript({ site, api_key, api_token, language }: PushTarget): string {
  const t = inLanguage(scriptTexts, language)
  return `#!/bin/sh
# ${t.tables}
url=${sh(addressOf(site, 'open/updateDbItem'))}
api_key=${sh(api_key)}
api_token=${sh(api_token)}

# ${t.database}
host=127.0.0.1
port=3306
user=root
password=''
database=shop
cat_name=${sh(t.catalog)}

list() {
  MYSQL_PWD=$password mysql -h "$host" -P "$port" -u "$user" --batch --default-character-set=utf8mb4 -e "$2" information_schema > "$folder/$1"
}

folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT &&
list info "${select('TABLE_NAME, TABLE_COMMENT, ENGINE, TABLE_COLLATION', 'TABLES', 'TABLE_NAME')}" &&
list detail "${select('TABLE_NAME, COLUMN_NAME, COLUMN_DEFAULT, IS_NULLABLE, COLUMN_TYPE, COLUMN_COMMENT', 'COLUMNS', 'TABLE_NAME, ORDINAL_POSITION')}" &&
list indexes "${select('TABLE_NAME, INDEX_NAME, NON_UNIQUE, COLUMN_NAME, SEQ_IN_INDEX, INDEX_TYPE, INDEX_COMMENT', 'STATISTICS', 'TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX')}" &&
curl -sS --retry 5 -H 'Accept-Language: ${language}' -H "X-Api-Key: $api_key" -H "X-Api-Token: $api_token" \\
  --data-urlencode "cat_name=$cat_name" --data-urlencode "table_info@$folder/info" \\
  --data-urlencode "table_detail@$folder/detail" --data-urlencode "table_index@$folder/indexes" "$url"
`
}

interface Page {
  catalog: string
  title: string
}

export const curlCommand = ({ site, api_key, api_token }: PushTarget, { catalog, title }: Page) =>
  `curl ${sh(addressOf(site, 'item/updateByApi'))} \\
  --data-urlencode ${sh(`api_key=${api_key}`)} \\
  --data-urlencode ${sh(`api_token=${api_token}`)} \\
  --data-urlencode ${sh(`cat_name=${catalog}`)} \\
  --data-urlencode ${sh(`page_title=${title}`)} \\
  --data-urlencode 'page_content@refund.md' \\
  --data-urlencode 's_number=10'`

export const pushCommand = ({ site, api_key, api_token }: PushTarget, what: string) =>
  `npx --no-install sheaf-push ${what} \\
  --url ${sh(site)} \\
  --key ${sh(api_key)} \\
  --token ${sh(api_token)}`
