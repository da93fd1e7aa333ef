// Reports each test of node:test to Verdigris. Node 18 and up, nothing installed.
//
// Runs in the process that starts one process a test file, so a file that dies takes nothing of
// this with it. Ids are the file and the names from the outside in: `test/a.test.js::outer::inner`.
import fs from 'node:fs';
import path from 'node:path';
import us from './verdigris_js.cjs';

const names = [];      // of the tests around the one that is reported
const running = new Map();  // tests that have begun: by key
const said = new Map();     // what each file has printed
const heard = new Map();    // files that are at work, and when they were last heard of
const killed = new Set();   // files that we ended, because a test in them did not
const cancelled = [];       // tests that were not run because of what is around them: nesting, record
let failed = 0;

export default async function* report(source) {
  us.write({ kind: 'begin', runner: 'node:test' });
  const clock = setInterval(endWhatHangs, 200);
  clock.unref();
  for await (const { type, data } of source) hear(type, data ?? {});
  clearInterval(clock);
  for (const [, result] of cancelled) us.write(result);
  us.write({ kind: 'finish', failed: failed > 0 });
}

function hear(type, data) {
  if (heard.has(data.file)) heard.set(data.file, Date.now());
  switch (type) {
    case 'test:stdout':
    case 'test:stderr':
      said.set(data.file, us.cut((said.get(data.file) ?? '') + data.message, us.CUT));
      break;
    case 'test:dequeue':
      if (isFile(data)) heard.set(data.file, Date.now());
      else began(data);
      break;
    case 'test:start':
      names.length = data.nesting;
      names[data.nesting] = data.name;
      break;
    case 'test:complete':
      if (isFile(data)) heard.delete(data.file);
      running.delete(key(data));
      break;
    case 'test:pass':
    case 'test:fail':
      running.delete(key(data));
      ended(type === 'test:pass', data);
      break;
  }
}

// Node runs the tests of a file one after the other unless told otherwise: good enough to name one.
function began(data) {
  const outer = [...running.values()].filter(one => one.file === data.file && one.nesting < data.nesting);
  const id = [us.inside(data.file), ...outer.map(one => one.name), data.name].join('::');
  running.set(key(data), { id, name: data.name, file: data.file, nesting: data.nesting, line: data.line });
  us.write({ kind: 'start', id });
}

function key(data) {
  return `${data.file}:${data.line}:${data.column}:${data.nesting}:${data.name}`;
}

// A file is reported as a test of its own when it holds none, or broke before or after them.
function isFile(data) {
  return data.nesting === 0 && data.file && path.resolve(data.name) === path.resolve(data.file);
}

function ended(passed, data) {
  const { error, type, duration_ms: milliseconds = 0 } = data.details ?? {};
  if (isFile(data)) return endedFile(passed, data, error, milliseconds);
  if (type === 'suite') return endedSuite(passed, data, error);
  const id = [us.inside(data.file) ?? '', ...names.slice(0, data.nesting), data.name].join('::');
  const record = { kind: 'result', id, seconds: milliseconds / 1000 };
  if (data.skip !== undefined && data.skip !== false) {
    us.write({ ...record, outcome: 'skipped', message: us.plain(data.skip === true ? '' : data.skip) });
  } else if (data.todo !== undefined && data.todo !== false) {
    const message = us.plain(data.todo === true ? 'todo' : data.todo);
    us.write({ ...record, outcome: passed ? 'skipped' : 'xfailed', message });
  } else if (passed) {
    us.write({ ...record, outcome: 'passed' });
  } else {
    failed++;
    const result = { ...record, ...told(error, data), output: us.cut(said.get(data.file) ?? '', 2000) };
    if (error?.failureType === 'cancelledByParent') cancelled.push([data.nesting, result]);
    else us.write(result);
  }
}

// A suite is no test. What broke it, a hook for instance, is told of each test it was to run; its
// tests come before it.
function endedSuite(passed, data, error) {
  const mine = [];
  while (cancelled.length && cancelled.at(-1)[0] > data.nesting) mine.unshift(cancelled.pop()[1]);
  const own = passed || error?.failureType === 'subtestsFailed' ? undefined : told(error, data);
  for (const result of mine) us.write({ ...result, ...own, outcome: 'error' });
  if (own && !mine.length) us.write({ ...own, kind: 'collect', id: us.inside(data.file) ?? data.name });
}

function told(error, data) {
  const cause = error?.cause instanceof Error ? error.cause : undefined;
  const stack = us.plain(cause?.stack ?? error?.stack ?? '');
  const name = /^(\w+)(?: \[\w+\])?(?::|$)/.exec(stack)?.[1] ?? cause?.name ?? '';
  const hook = error?.failureType === 'hookFailed';
  const frames = us.frames(stack);
  const at = us.inside(data.file);
  const record = {
    outcome: hook ? 'error' : 'failed',
    exception: cause ? cause.name || name : error?.failureType ?? 'Error',
    message: us.inWords(cause?.name ?? '', cause?.message ?? String(error?.cause ?? error)),
    details: us.cut(stack || String(error?.cause ?? error)),
    frames: frames.length || !at ? frames : [[at, data.line ?? 1, '']],
  };
  if (cause && 'expected' in cause && 'actual' in cause && !/^not|rejects|throws|^fail$|match/i.test(cause.operator ?? '')) {
    record.expected = us.shown(cause.expected);
    record.actual = us.shown(cause.actual);
  }
  return record;
}

function endedFile(passed, data, error, milliseconds) {
  heard.delete(data.file);
  const id = us.inside(data.file) ?? data.name;
  if (passed) return us.write({ kind: 'result', id, outcome: 'passed', seconds: milliseconds / 1000 });
  failed++;
  if (killed.has(data.file)) return;
  const text = us.plain(said.get(data.file) ?? '');
  if (error?.signal) {
    const message = `the test process was killed by ${error.signal}`;
    const last = [...running.values()].filter(one => one.file === data.file).at(-1);
    us.write({ kind: 'result', id: last?.id ?? id, outcome: 'failed', exception: 'Crash', message, details: us.cut(text || message) });
    return;
  }
  const line = text.split('\n').find(one => /^(?:Uncaught )?\w*(?:Error|Exception)\b.*:/.test(one.trim()));
  const status = `the file ended with status ${error?.exitCode ?? 'unknown'}`;
  // A syntax error is announced by its place alone, on the first line.
  const place = /^(\/[^\n]*|file:[^\n]*):(\d+)$/m.exec(text);
  const file = place && us.inside(place[1]);
  const frames = us.frames(text);
  if (!frames.length && file) frames.push([file, Number(place[2]), '']);
  us.write({ kind: 'collect', id, message: line?.trim() ?? status, details: us.cut(text || status), frames });
}

// A test that spins cannot be interrupted in its own process, and what it has told us may lag
// behind. So the process of a file from which nothing is heard for too long is ended.
function endWhatHangs() {
  const limit = Number(us.env.VERDIGRIS_TEST_SECONDS || 0) * 1000;
  for (const [file, at] of heard) {
    if (!limit || Date.now() - at < limit) continue;
    heard.delete(file);
    killed.add(file);
    const inner = [...running.values()].filter(one => one.file === file).at(-1);
    const message = `the test did not finish within ${limit / 1000} s`;
    const frames = inner ? [[us.inside(file), inner.line, '']] : [];
    us.write({
      kind: 'result', id: inner?.id ?? us.inside(file), outcome: 'failed', exception: 'Hang', message,
      details: message, frames,
    });
    for (const pid of children(file)) process.kill(pid, 'SIGKILL');
  }
}

function children(file) {
  const found = [];
  try {
    for (const task of fs.readdirSync('/proc/self/task')) {
      for (const pid of fs.readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ')) {
        if (pid && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(file)) found.push(Number(pid));
      }
    }
  } catch { /* not Linux: the wall clock ends it */ }
  return found;
}
