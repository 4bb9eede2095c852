import { words } from '../../lib/words.ts'

export const pushWords = words({
  en: {
    ways: 'Ways to push pages',
    page: 'One page',
    comments: 'Code comments',
    database: 'Database',
    push: 'sheaf-push',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Copying did not work. Select the text and copy it yourself',
    download: (file: string) => `Download ${file}`,
    holds: 'Copies and downloads hold your key and token; what you see does while the token is shown above.',

    commentsText:
      'Write a comment with the word showdoc and a @title above what it describes. The script looks through a folder and pushes a page for each such comment; what has not changed makes no version. Scripts made for ShowDoc work too, with this address, key and token.',
    comment: 'A comment',
    unix: 'Linux, macOS',
    windows: 'Windows',
    exampleComment: `/**
 * showdoc
 * @catalog Orders/Refunds
 * @title Create a refund
 * @description Gives back a part of the sum or all of it.
 * @method post
 * @url https://api.example.com/orders/{id}/refunds
 * @header token required string Credential of the caller
 * @param amount required number In cents
 * @param reason optional string Shown to the buyer
 * @json_param {"amount": 1290, "reason": "Damaged"}
 * @return {"error_code": 0, "data": {"refund_id": 7}}
 * @return_param refund_id number Its number
 * @remark Not for orders older than 180 days.
 * @number 10
 */`,

    databaseText:
      'The script reads the tables of a MySQL or MariaDB database with their columns, comments and indexes, and pushes a page for each. Say at its beginning how to reach the database. For PostgreSQL and SQLite take sheaf-push.',

    pushText:
      'One command for every system with Node.js 22 and newer. It reads comments in any language as well as PostgreSQL, MySQL, MariaDB and SQLite, lists pages whose source is gone, and names tags it does not know.',
    pushComments: 'Comments in a folder',
    pushDatabase: 'Tables of a database',

    more: 'From comments in code, or from a database',
    moreText:
      'The tab “Open API” of an item has scripts for both with its key filled in, for Linux, macOS and Windows. On every system with Node.js one command does the same:',
  },
  zh: {
    ways: '推送方式',
    page: '单个页面',
    comments: '代码注释',
    database: '数据库',
    push: 'sheaf-push',
    copy: '复制',
    copied: '已复制',
    notCopied: '复制失败，请选中文本后手动复制',
    download: (file: string) => `下载 ${file}`,
    holds: '复制和下载的内容已填入 key 与 token；上方显示 token 时，此处也会显示。',

    commentsText:
      '在要说明的代码上方写一段包含 showdoc 和 @title 的注释。脚本会扫描目录，将每段这样的注释推送为一个页面；内容未变时不会产生新版本。为 ShowDoc 编写的脚本换成此处的地址、key 与 token 即可继续使用。',
    comment: '注释示例',
    unix: 'Linux、macOS',
    windows: 'Windows',
    exampleComment: `/**
 * showdoc
 * @catalog 订单/退款
 * @title 创建退款
 * @description 退还部分或全部金额。
 * @method post
 * @url https://api.example.com/orders/{id}/refunds
 * @header token 必选 string 调用方凭证
 * @param amount 必选 number 金额，单位为分
 * @param reason 可选 string 展示给买家的原因
 * @json_param {"amount": 1290, "reason": "商品破损"}
 * @return {"error_code": 0, "data": {"refund_id": 7}}
 * @return_param refund_id number 退款编号
 * @remark 超过 180 天的订单不能退款。
 * @number 10
 */`,

    databaseText:
      '脚本读取 MySQL 或 MariaDB 的数据表及其字段、注释与索引，每张表推送为一个页面。请先在脚本开头填写数据库的连接方式。PostgreSQL 与 SQLite 请使用 sheaf-push。',

    pushText:
      '一条命令，适用于所有装有 Node.js 22 及以上版本的系统。支持任意语言的代码注释，以及 PostgreSQL、MySQL、MariaDB 与 SQLite；会列出来源已不存在的页面，并指出无法识别的标签。',
    pushComments: '目录中的注释',
    pushDatabase: '数据库中的表',

    more: '来自代码注释或数据库',
    moreText: '项目设置的“开放 API”中备有两种脚本，key 已经填好，适用于 Linux、macOS 与 Windows。装有 Node.js 的系统也可使用一条命令：',
  },
})
