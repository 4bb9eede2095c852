import type { Language } from '../lib/language.ts'

const helpEn = `sheaf-push puts documentation that lives elsewhere into an item of Sheaf.

  sheaf-push comments [FOLDER or FILE …]   pages from comments in source code
  sheaf-push database ADDRESS              a data dictionary of a database

Where to: the item's settings, under Open API, show the key and the token.
  --url, SHEAF_URL        address of the site, as https://docs.example.com
  --key, SHEAF_KEY        api_key of the item
  --token, SHEAF_TOKEN    api_token of the item

Both commands
  --catalog PATH          catalog for the pages, as "Backend/API"
                          (database: the name of the database if not given)
  --include PATTERN       only these, --exclude PATTERN not these; several by commas
                          (comments: files; database: tables)
  --language en|zh        language of the headings in the pages
  --dry-run               say what would happen, write nothing
  --delete-orphans        take pages that nothing makes any more to the recycle bin
  --full                  compare every page with the site, not only what changed here
  --strict                end with 4 when there is something to look at, or an orphan
  --json                  report as JSON; --quiet: no progress
  --config FILE           options from a file; sheaf-push.json is read by itself

comments
  --name NAME             tells several source trees in one item apart
  --encoding NAME         of the files, if it is neither UTF-8 nor GBK
  --max-size MB           larger files are not read (2)

database
  postgres://user:password@host/name · mysql://… · mariadb://… · path of a SQLite file
  or SHEAF_DATABASE_URL, which keeps the password out of the list of processes.
  --schema NAME           these schemas only; several by commas

It ends with 0 when all is done, 1 when a page could not be pushed, 2 for a mistake in
what was typed, 3 when the site or the database does not answer or refuses, 4 for --strict.
`

const helpZh = `sheaf-push 将别处维护的文档推送到 Sheaf 的项目中。

  sheaf-push comments [目录或文件 …]    根据源代码注释生成页面
  sheaf-push database 地址              根据数据库结构生成数据字典

推送目标：api_key 和 api_token 见项目设置的“开放 API”。
  --url，SHEAF_URL        站点地址，例如 https://docs.example.com
  --key，SHEAF_KEY        项目的 api_key
  --token，SHEAF_TOKEN    项目的 api_token

通用选项
  --catalog 路径          页面所在的目录，例如“后端/接口”
                          （database 默认使用数据库名）
  --include 模式          只处理匹配的，--exclude 模式：排除匹配的，多个用逗号分隔
                          （comments 匹配文件，database 匹配表名）
  --language en|zh        页面中标题的语言
  --dry-run               试运行，只报告，不写入
  --delete-orphans        把已没有来源的页面移入回收站
  --full                  逐页与站点比对，而不只处理本地有变化的页面
  --strict                有需要留意的问题或多余页面时，以 4 退出
  --json                  以 JSON 输出结果；--quiet：不显示进度
  --config 文件           从文件读取选项，默认读取 sheaf-push.json

comments
  --name 名称             区分同一项目中的多套源代码
  --encoding 编码         文件编码，UTF-8 和 GBK 无须指定
  --max-size MB           超过此大小的文件不读取（默认 2）

database
  postgres://用户:密码@主机/库名 · mysql://… · mariadb://… · SQLite 文件路径
  或使用环境变量 SHEAF_DATABASE_URL，避免密码出现在进程列表中。
  --schema 名称           只处理这些 schema，多个用逗号分隔

退出码：0 全部完成；1 有页面推送失败；2 参数有误；3 站点或数据库没有响应或拒绝访问；
4 使用 --strict 且有需要留意的问题。
`

export const helpText = (language: Language): string => (language === 'zh' ? helpZh : helpEn)
