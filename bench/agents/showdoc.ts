import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { escapedText } from '../../server/src/test/samples/showdoc-made.ts'
import { pageText } from '../content.ts'
import { processTreeCpuMs } from '../servers.ts'

const PORT = 4899
const WORKERS = 4
const NOW = Math.floor(Date.now() / 1000)

export interface Showdoc {
  url: string
  token: string
  item_id: string
  page_id: string
  /** Its database file. */
  database: string
  /** CPU time of all of its processes so far, in ms. */
  cpu: () => number
  stop: () => Promise<void>
}

const fpmConfig = (folder: string) => `[global]
error_log = ${folder}/fpm.log
[bench]
user = root
listen = ${folder}/fpm.sock
listen.mode = 0666
pm = static
pm.max_children = ${WORKERS}
`

const nginxConfig = (folder: string) => `user root;
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events { worker_connections 256; }
http {
  access_log off;
  gzip on;
  gzip_min_length 1000;
  gzip_types application/json;
  client_body_temp_path ${folder}/body;
  fastcgi_temp_path ${folder}/fastcgi;
  proxy_temp_path ${folder}/proxy;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${PORT};
    location ~ \\.php$ {
      fastcgi_pass unix:${folder}/fpm.sock;
      fastcgi_param SCRIPT_FILENAME ${folder}$fastcgi_script_name;
      fastcgi_param SCRIPT_NAME $fastcgi_script_name;
      fastcgi_param REQUEST_URI $request_uri;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param CONTENT_TYPE $content_type;
      fastcgi_param CONTENT_LENGTH $content_length;
      fastcgi_param REMOTE_ADDR $remote_addr;
      fastcgi_param SERVER_NAME $server_name;
      fastcgi_param SERVER_PROTOCOL $server_protocol;
    }
  }
}
`

/**
 * Starts ShowDoc 3.9 from a folder with its source, behind nginx with gzip and php-fpm with four workers, and fills it with the pages of
 * `fillItem`. Its limit of requests per token is lifted in the copy. Needs php-fpm (PHP_FPM is its path) with sqlite3, mbstring and
 * opcache, and nginx.
 */
export async function startShowdoc(source: string, pages: number): Promise<Showdoc> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-showdoc-'))
  for (const part of ['server', 'Sqlite', 'mcp.php', 'index.php']) cpSync(join(source, part), join(folder, part), { recursive: true })
  const model = join(folder, 'server/app/Model/UserAiToken.php')
  const limited = readFileSync(model, 'utf8')
  const lifted = limited.replace(/(RATE_LIMIT_MAX_REQUESTS\s*=\s*)\d+/, '$11000000000')
  if (lifted === limited) throw new Error('The limit of requests of ShowDoc was not found')
  writeFileSync(model, lifted)
  writeFileSync(join(folder, 'fpm.conf'), fpmConfig(folder))
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder))
  const fpm = start(process.env['PHP_FPM'] ?? 'php-fpm8.2', ['-F', '-R', '-y', join(folder, 'fpm.conf')])
  const nginx = start('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'nginx.log')])
  const url = `http://127.0.0.1:${PORT}`
  const stop = async () => {
    await Promise.all([fpm.stop(), nginx.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    // Creates the tables of its version, as its own client does at its first visit.
    for (let left = 100; ; left--) {
      const reply = await fetch(`${url}/server/index.php?s=/api/update/checkDb`, { method: 'POST' }).catch(() => undefined)
      if (reply?.ok) break
      if (left === 0) throw new Error(`ShowDoc does not respond: ${await reply?.text()}`)
      await new Promise((again) => setTimeout(again, 50))
    }
    const cpu = () => processTreeCpuMs(fpm.pid) + processTreeCpuMs(nginx.pid)
    const database = join(folder, 'Sqlite/showdoc.db.php')
    return { url, ...fill(database, pages), database, cpu, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function start(command: string, args: string[]) {
  const child = spawn(command, args, { stdio: 'ignore' })
  const ended = new Promise((done) => child.once('exit', done))
  return {
    pid: child.pid as number,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The item of `fillItem`: pages in catalogs of ten on two levels. */
function fill(file: string, pages: number) {
  const database = new DatabaseSync(file)
  const insert = (table: string, row: Record<string, string | number>) => {
    const columns = Object.keys(row)
    const text = `insert into "${table}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
    return Number(database.prepare(text).run(...Object.values(row)).lastInsertRowid)
  }
  const token = `ai_${randomBytes(43).toString('hex')}`
  try {
    database.exec('begin')
    const author = { author_uid: 1, author_username: 'showdoc' }
    const item = { item_name: `Bench ${pages}`, item_description: '', uid: 1, username: 'showdoc', password: '', addtime: NOW }
    const item_id = insert('item', { ...item, item_type: 1, last_update_time: NOW })
    let [chapter, section, first] = [0, 0, 0]
    for (let n = 0; n < pages; n++) {
      const catalog = { item_id, s_number: n + 1, addtime: NOW }
      if (n % 100 === 0) chapter = insert('catalog', { ...catalog, cat_name: `Chapter ${n / 100}`, parent_cat_id: 0, level: 2 })
      if (n % 10 === 0) section = insert('catalog', { ...catalog, cat_name: `Section ${n / 10}`, parent_cat_id: chapter, level: 3 })
      const page = { ...author, item_id, cat_id: section, page_title: `Page ${n}`, page_content: escapedText(pageText(n)) }
      const page_id = insert('page', { ...page, s_number: n, addtime: NOW })
      if (n === 0) first = page_id
    }
    insert('user_ai_token', { uid: 1, token, name: 'bench', permission: 'write', scope: 'all', is_active: 1 })
    database.exec('commit')
    return { token, item_id: String(item_id), page_id: String(first) }
  } finally {
    database.close()
  }
}
