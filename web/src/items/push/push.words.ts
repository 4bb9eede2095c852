import { words } from '../../lib/words.ts'

export const pushWords = words({
  ways: 'Ways to push pages',
  page: 'One page',
  comments: 'Code comments',
  database: 'Database',
  push: 'sheaf-push',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Copying did not work. Select the text and copy it yourself',
  download: ['Download {file}', 'file'],
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
})
