const aliases: Record<string, string> = {
  vue: 'xml',
  'vue-html': 'xml',
  svelte: 'xml',
  'sh-vue': 'bash',
  shellscript: 'bash',
  cmd: 'bash',
  curl: 'bash',
  jsonc: 'json',
  json5: 'json',
  js: 'javascript',
  golang: 'go',
  ts: 'typescript',
  py3: 'python',
  mysql: 'sql',
  pgsql: 'sql',
  docker: 'dockerfile',
  ps1: 'powershell',
  env: 'ini',
  conf: 'nginx',
}

/** The name highlight.js knows a fence's language by. */
export function grammarOf(language: string): string {
  return Object.hasOwn(aliases, language) ? aliases[language]! : language
}
