import { inLanguage, type Language } from '../lib/language.ts'

const reportEn = {
  dry: 'Nothing was written; this is what would happen.',
  sum: (created: number, changed: number, unchanged: number) => `${created} created, ${changed} changed, ${unchanged} unchanged`,
  failed: 'Could not be pushed:',
  overwritten: 'Had been changed on the site since; their history keeps that text:',
  orphans: 'Pushed earlier, now without a source (--delete-orphans takes them to the recycle bin):',
  deleted: 'Taken to the recycle bin:',
  orphansKept: 'These were not deleted: a page could not be pushed, no source was found, or their file was not read.',
  warnings: 'Warnings:',
}

const reportZh: typeof reportEn = {
  dry: '试运行，没有写入任何内容。实际运行的结果会是：',
  sum: (created, changed, unchanged) => `新建 ${created} 页，更新 ${changed} 页，${unchanged} 页没有变化`,
  failed: '推送失败：',
  overwritten: '以下页面曾在站点上被修改，已按源内容更新，修改过的文本保留在历史版本中：',
  orphans: '以下页面由之前的推送生成，现在已没有来源（使用 --delete-orphans 移入回收站）：',
  deleted: '已移入回收站：',
  orphansKept: '以上页面没有删除：有页面推送失败、没有找到任何来源，或其文件未能读取。',
  warnings: '需要留意：',
}

export const reportWords = (language: Language) => inLanguage({ en: reportEn, zh: reportZh }, language)

const helpEn = `sheaf-push pushes documentation from other sources into an item of Sheaf.

  sheaf-push comments [FOLDER or FILE …]   pages from comments in source code
  sheaf-push database ADDRESS              a data dictionary of a database
  sheaf-push openapi FILE                  pages that follow an OpenAPI or Swagger description
  sheaf-push check                         whether the sources that pages name have changed
  sheaf-push examples --env NAME           whether the examples on pages work as shown

Target: the key and the token are in the item's settings, under Open API.
  --url, SHEAF_URL        address of the site, as https://docs.example.com
  --key, SHEAF_KEY        api_key of the item
  --token, SHEAF_TOKEN    api_token of the item

All commands
  --catalog PATH          catalog for the pages, as "Backend/API"
                          (database: the name of the database if not given)
  --language en|zh        language of the headings in the pages
  --dry-run               show what would happen, write nothing
  --strict                exit with 4 if there are warnings or orphans
  --json                  report as JSON; --quiet: no progress
  --config FILE           options from a file; sheaf-push.json by default

comments and database
  --include PATTERN       only these; --exclude PATTERN: not these (separate with commas)
                          (comments: files; database: tables)
  --delete-orphans        move pages without a source to the recycle bin
  --full                  compare every page with the site, not only changed sources

comments
  --name NAME             distinguishes several source trees in one item
  --encoding NAME         of the files, if neither UTF-8 nor GBK
  --max-size MB           larger files are not read (2)

database
  postgres://user:password@host/name · mysql://… · mariadb://… · path of a SQLite file
  or SHEAF_DATABASE_URL, which keeps the password out of the process list.
  --schema NAME           only these schemas (separate with commas)
  --name NAME             keep the pages in step as a source of the item: what people write
                          about tables and columns stays; --title, --label, --check, --force
                          and --fail-on as for openapi; --check exits with 4 if anything
                          differs, unless --fail-on is given
  --instance NAME         another instance of the database of --name: it changes no page, and
                          pages say how it differs
  --min-coverage PERCENT  exit with 4 if less of the tables and columns is described
  --from FILE             the JSON that tbls wrote, instead of a database

openapi
  FILE                    JSON or YAML; parts in other local files are written into one file
  --name NAME             the name of the source in the item: a-z, 0-9 and hyphens
                          (the title of the description, or the name of the file)
  --title TITLE           title of a new source; --catalog: its catalog
  --root FOLDER           files outside of it are not read (the folder of FILE)
  --label TEXT            name of the version, as 1.4.0 (the tag of the build)
  --ref COMMIT            its commit (that of the build, or of the git repository)
  --check                 compare only, the same as --dry-run
  --force                 also if the site has a version of a later commit
  --fail-on CLASS         breaking or risky: exit with 5 if the API has changed in such a way
  --min-coverage PERCENT  exit with 4 if less of the operations and their fields is described

check
  --repo NAME             the repository as pages name it (that of the build, or the folder)
  --urls                  also ask the addresses that pages name
  --catalog PATH          only pages of this catalog count
  --root FOLDER           files outside of it are not read (the repository)
  --ref COMMIT            the commit that is checked (that of the build, or of git)
  --fail-on STATE         gone, stale (default), due or unchecked: exit with 4 for this state
                          and for those before it
  --dry-run               report nothing

examples
  --env NAME              runs the examples of this environment, and those for every one
  --unsafe                also those that can change something, if the fence has run=unsafe
  --catalog PATH          only those on pages of this catalog
  --dry-run               report nothing, and send nothing that can change something
  Values come from the environment: SHEAF_VAR_token for {{token}}. Requests go only to
  hosts that one of these values names with http:// or https://.

openapi, check and examples
  --junit FILE            results for test reports; --sarif FILE: for code scanning

Exit codes: 0 success; 1 something could not be pushed; 2 invalid command line, configuration
or description; 3 the site or the database does not answer or refuses access; 4 see --strict,
--fail-on of check, --min-coverage, --check of database, or a failing example; 5 see --fail-on of openapi and database; 6 too much would go: the version is on hold until a manager of the item decides.
`

const helpZh = `sheaf-push 将别处维护的文档推送到 Sheaf 的项目中。

  sheaf-push comments [目录或文件 …]    根据源代码注释生成页面
  sheaf-push database 地址              根据数据库结构生成数据字典
  sheaf-push openapi 文件               由 OpenAPI 或 Swagger 描述生成页面并保持同步
  sheaf-push check                      检查页面引用的来源是否有变化
  sheaf-push examples --env 名称        运行页面上的示例，检查接口的响应是否与页面一致

推送目标：api_key 和 api_token 见项目设置的“开放 API”。
  --url，SHEAF_URL        站点地址，例如 https://docs.example.com
  --key，SHEAF_KEY        项目的 api_key
  --token，SHEAF_TOKEN    项目的 api_token

通用选项
  --catalog 路径          页面所在的目录，例如“后端/接口”
                          （database 默认使用数据库名）
  --language en|zh        页面中标题的语言
  --dry-run               试运行，只报告，不写入
  --strict                有需要留意的问题或多余页面时，以 4 退出
  --json                  以 JSON 输出结果；--quiet：不显示进度
  --config 文件           从文件读取选项，默认读取 sheaf-push.json

comments 和 database
  --include 模式          只处理匹配的，--exclude 模式：排除匹配的，多个用逗号分隔
                          （comments 匹配文件，database 匹配表名）
  --delete-orphans        把已没有来源的页面移入回收站
  --full                  逐页与站点比对，而不只处理本地有变化的页面

comments
  --name 名称             区分同一项目中的多套源代码
  --encoding 编码         文件编码，UTF-8 和 GBK 无须指定
  --max-size MB           超过此大小的文件不读取（默认 2）

database
  postgres://用户:密码@主机/库名 · mysql://… · mariadb://… · SQLite 文件路径
  或使用环境变量 SHEAF_DATABASE_URL，避免密码出现在进程列表中。
  --schema 名称           只处理这些 schema，多个用逗号分隔
  --name 名称             作为项目的来源保持同步，对表和字段的说明会保留；
                          --title、--label、--check、--force 和 --fail-on 同 openapi；
                          未使用 --fail-on 时，--check 发现任何差异都以 4 退出
  --instance 名称         --name 所指数据库的另一个实例：不改动页面，页面会注明其差异
  --min-coverage 百分比   有说明的表和字段低于该比例时，以 4 退出
  --from 文件             使用 tbls 生成的 JSON，而不连接数据库

openapi
  文件                    JSON 或 YAML，引用的其他本地文件会合并为一个文件
  --name 名称             来源在项目中的名称，由小写字母、数字和连字符组成
                          （默认取自描述的标题或文件名）
  --title 标题            新来源的标题；--catalog：新来源所在的目录
  --root 目录             不读取此目录之外的文件（默认为该文件所在的目录）
  --label 文字            版本名称，例如 1.4.0（默认为构建的标签）
  --ref 提交              对应的提交（默认取自构建环境或 git 仓库）
  --check                 只比较，不写入，与 --dry-run 相同
  --force                 即使站点上的版本来自更晚的提交也采用
  --fail-on 级别          breaking（不兼容）或 risky（有风险）：接口有此类变更时，以 5 退出
  --min-coverage 百分比   有说明的接口及其字段低于该比例时，以 4 退出

check
  --repo 名称             页面引用的代码仓库名称（默认取自构建环境或目录名）
  --urls                  同时检查页面引用的网址
  --catalog 路径          只统计该目录中的页面
  --root 目录             不读取此目录之外的文件（默认为代码仓库）
  --ref 提交              检查的提交（默认取自构建环境或 git 仓库）
  --fail-on 状态          gone（已消失）、stale（可能过时，默认）、due（待复核）或 unchecked（未检查）：
                          有此状态或更严重的状态时，以 4 退出
  --dry-run               不上报结果

examples
  --env 名称              运行该环境的示例，以及适用于所有环境的示例
  --unsafe                也运行可能修改数据的示例（代码块须注明 run=unsafe）
  --catalog 路径          只运行该目录中页面上的示例
  --dry-run               不上报结果，也不发送可能修改数据的示例
  变量的值取自环境变量：{{token}} 对应 SHEAF_VAR_token。请求只会发往这些值中以
  http:// 或 https:// 开头的地址所在的主机。

openapi、check 和 examples
  --junit 文件            输出测试报告；--sarif 文件：输出代码扫描结果

退出码：0 全部完成；1 有内容推送失败；2 参数、配置或接口描述有误；3 站点或数据库没有响应或拒绝访问；
4 使用 --strict 且有需要留意的问题，check 发现 --fail-on 所指的状态，未达到 --min-coverage 的要求，database 使用 --check 且有差异，或有示例未通过；5 openapi 或 database 使用 --fail-on 且有此类变更；6 将消失的内容过多，该版本待项目管理者确认。
`

export const helpText = (language: Language): string => inLanguage({ en: helpEn, zh: helpZh }, language)

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
  unknownCommand: (word: string) => `There is no command “${word}”. sheaf-push --help lists the commands.`,
  unknownOption: (option: string) => `There is no option ${option}. sheaf-push --help lists the options.`,
  needsValue: (option: string) => `${option} needs a value. A value that begins with a hyphen is written ${option}=-x.`,
  withoutValue: (option: string) => `${option} has no value.`,
  notForCommand: (name: string, command: string) => `--${name} is not an option of “${command}”.`,
  noFolder: (path: string) => `There is no folder or file ${path}.`,
  noSource: 'Which database? Give its address, or set SHEAF_DATABASE_URL.',
  oneSource: 'One database at a time.',
  notForSource: (name: string) => `--${name} is only for pages that sheaf-push writes itself, not for a source with a name.`,
  onlyWithName: (name: string) => `--${name} needs a source: give its name with --name.`,
  badInstance: (text: string) => `“${text}” is no name of an instance: a-z, 0-9 and hyphens, at most 40.`,
  badCoverage: (text: string) => `--min-coverage is a whole number from 0 to 100, not “${text}”.`,
  tooLarge: (megabytes: number) => `The structure is larger than ${megabytes} MB.`,
  noDescription: 'Which description? Give an OpenAPI or Swagger file.',
  oneDescription: 'One description at a time.',
  badFailOn: (text: string) => `--fail-on is breaking or risky, not “${text}”.`,
  badState: (text: string) => `--fail-on is gone, stale, due or unchecked, not “${text}”.`,
  badRepo: (text: string) =>
    `“${text}” is no name of a repository: letters, digits, dots, hyphens and underscores, at most 40. Give one with --repo.`,
  noArguments: 'check takes options only; pages say which files are checked.',
  optionsOnly: 'examples takes options only; pages have the requests.',
  noEnv: 'Which environment? Give its name with --env: letters, digits, dots, hyphens and underscores, at most 40.',
  noCatalog: (path: string) => `There is no catalog “${path}”.`,
  cannotWrite: (path: string) => `The file ${path} cannot be written.`,
  badName: (text: string) => `“${text}” is no name of a source: a-z, 0-9 and hyphens, at most 40. Give one with --name.`,
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
  unknownOption: (option) => `没有选项 ${option}，可用 sheaf-push --help 查看用法。`,
  needsValue: (option) => `${option} 后面须有值。以连字符开头的值请写成 ${option}=-x。`,
  withoutValue: (option) => `${option} 不带值。`,
  notForCommand: (name, command) => `命令“${command}”没有选项 --${name}。`,
  noFolder: (path) => `目录或文件 ${path} 不存在。`,
  noSource: '缺少数据库地址，请作为参数给出，或设置 SHEAF_DATABASE_URL。',
  oneSource: '一次只能处理一个数据库。',
  notForSource: (name) => `--${name} 只用于由 sheaf-push 直接写入的页面，不能用于有名称的来源。`,
  onlyWithName: (name) => `--${name} 只用于来源，请用 --name 指定来源名称。`,
  badInstance: (text) => `“${text}”不是有效的实例名称：只能包含小写字母、数字和连字符，最多 40 个字符。`,
  badCoverage: (text) => `--min-coverage 应为 0 到 100 的整数，不能是“${text}”。`,
  tooLarge: (megabytes) => `数据库结构超过 ${megabytes} MB。`,
  noDescription: '缺少接口描述，请给出 OpenAPI 或 Swagger 文件。',
  oneDescription: '一次只能处理一个接口描述。',
  badFailOn: (text) => `--fail-on 只能是 breaking 或 risky，不能是“${text}”。`,
  badState: (text) => `--fail-on 只能是 gone、stale、due 或 unchecked，不能是“${text}”。`,
  badRepo: (text) => `“${text}”不能作为代码仓库名称：只能包含字母、数字、点、连字符和下划线，最多 40 个字符，请用 --repo 指定。`,
  noArguments: 'check 只接受选项，检查哪些文件由页面决定。',
  optionsOnly: 'examples 只接受选项，请求由页面给出。',
  noEnv: '缺少环境名称，请用 --env 指定：只能包含字母、数字、点、连字符和下划线，最多 40 个字符。',
  noCatalog: (path) => `没有“${path}”这个目录。`,
  cannotWrite: (path) => `无法写入文件 ${path}。`,
  badName: (text) => `“${text}”不能作为来源名称：只能包含小写字母、数字和连字符，最多 40 个字符，请用 --name 指定。`,
}

export const settingWords = (language: Language): SettingWords => inLanguage({ en, zh }, language)
