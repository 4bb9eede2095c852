import type { Language } from '../lib/language.ts'

const en = {
  noUrl: 'Where is the site? Give --url or set SHEAF_URL.',
  badUrl: (text: string) => `“${text}” is not the address of a site.`,
  noKeys: 'The key and the token of the item are missing: SHEAF_KEY and SHEAF_TOKEN, or --key and --token.',
  badLanguage: (text: string) => `--language is en or zh, not “${text}”.`,
  badEncoding: (text: string) => `The encoding “${text}” is not known.`,
  badSize: (text: string) => `--max-size is a number of megabytes, not “${text}”.`,
  noFile: (path: string) => `The file ${path} cannot be read.`,
  badFile: (path: string, why: string) => `${path}: ${why}`,
  notJson: 'this is not JSON',
  unknownInFile: (name: string) => `there is no setting “${name}”`,
  wrongInFile: (name: string) => `the value of “${name}” has the wrong form`,
  unknownCommand: (word: string) => `There is no command “${word}”. sheaf-push --help lists what there is.`,
  notForCommand: (name: string, command: string) => `--${name} is not an option of “${command}”.`,
  noFolder: (path: string) => `There is no folder or file ${path}.`,
  noSource: 'Which database? Give its address, or set SHEAF_DATABASE_URL.',
  oneSource: 'One database at a time.',
}

export type SettingWords = typeof en

const zh: SettingWords = {
  noUrl: '缺少站点地址，请用 --url 或环境变量 SHEAF_URL 指定。',
  badUrl: (text) => `“${text}”不是有效的站点地址。`,
  noKeys: '缺少项目的 api_key 和 api_token，请设置 SHEAF_KEY 和 SHEAF_TOKEN，或使用 --key 和 --token。',
  badLanguage: (text) => `--language 只能是 en 或 zh，不能是“${text}”。`,
  badEncoding: (text) => `不支持编码“${text}”。`,
  badSize: (text) => `--max-size 应为以 MB 计的数值，不能是“${text}”。`,
  noFile: (path) => `无法读取文件 ${path}。`,
  badFile: (path, why) => `${path}：${why}`,
  notJson: '不是有效的 JSON',
  unknownInFile: (name) => `没有名为“${name}”的设置`,
  wrongInFile: (name) => `“${name}”的值格式有误`,
  unknownCommand: (word) => `没有“${word}”这个命令，可用 sheaf-push --help 查看用法。`,
  notForCommand: (name, command) => `命令“${command}”没有选项 --${name}。`,
  noFolder: (path) => `目录或文件 ${path} 不存在。`,
  noSource: '缺少数据库地址，请作为参数给出，或设置 SHEAF_DATABASE_URL。',
  oneSource: '一次只能处理一个数据库。',
}

export const settingWords = (language: Language): SettingWords => (language === 'zh' ? zh : en)
