/*
 * Names of browsers and systems, to recognise a session in a list. They come from the header that the client sends, which can say
 * anything: nothing is decided by them.
 */
const browsers: [RegExp, string][] = [
  [/wxwork\//i, 'WeCom'],
  [/MicroMessenger\//, 'WeChat'],
  [/DingTalk[/(]/i, 'DingTalk'],
  [/(?:Lark|Feishu)\//i, 'Feishu'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Version\/[\d.]+.* Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const NAME_MAX_CHARS = 40
const named = (list: [RegExp, string][], agent: string) => list.find(([sign]) => sign.test(agent))?.[1] ?? ''

/** Browser and system of an agent header. A program is shown by its own name, such as curl. */
export function namesOf(agent: string): { browser: string; system: string; is_program: boolean } {
  if (!agent) return { browser: '', system: '', is_program: true }
  const system = named(systems, agent)
  if (/^Mozilla\/\d/.test(agent)) return { browser: named(browsers, agent), system, is_program: false }
  const browser = (/^[\w.-]+/.exec(agent)?.[0] ?? '').slice(0, NAME_MAX_CHARS)
  return { browser, system, is_program: true }
}

/** "Firefox, macOS" */
export const agentText = (agent: string) => {
  const { browser, system } = namesOf(agent)
  return [browser, system].filter(Boolean).join(', ')
}
