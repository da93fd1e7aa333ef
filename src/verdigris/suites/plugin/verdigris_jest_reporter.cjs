// Reports each test of Jest to Verdigris. Nothing installed; Jest 27 and up.
//
// Runs in Jest's main process. Ids are the file and the titles from the outside in.
'use strict';
const us = require('./verdigris_js.cjs');

const OUTCOMES = { passed: 'passed', failed: 'failed', pending: 'skipped', skipped: 'skipped', disabled: 'skipped', todo: 'skipped' };

function identity(file, test) {
  return [us.inside(file) ?? file, ...test.ancestorTitles, test.title].join('::');
}

class Reporter {
  onRunStart() {
    us.write({ kind: 'begin', runner: 'jest' });
  }

  onTestCaseStart(test, info) {
    us.write({ kind: 'start', id: identity(test.path, info) });
  }

  onTestResult(test, file) {
    const printed = (file.console ?? []).map(one => us.plain(one.message)).join('\n');
    if (!file.testResults.length && file.failureMessage) this.broken(file, printed);
    for (const one of file.testResults) {
      const outcome = OUTCOMES[one.status];
      if (!outcome) continue;
      const seconds = (one.duration ?? 0) / 1000;
      const more = outcome === 'failed' ? { ...told(one, file.testFilePath), output: us.cut(printed, 2000) } : {};
      if (one.status === 'todo') more.message = 'todo';
      us.write({ kind: 'result', id: identity(file.testFilePath, one), outcome, seconds, ...more });
    }
  }

  broken(file, printed) {
    const text = us.plain(file.failureMessage);
    const error = file.testExecError ?? {};
    const line = text.split('\n').map(one => one.trim()).find(one => /^\w*Error\b.*:|^Cannot find module/.test(one));
    const message = line ?? us.first(us.plain(error.message) || text.replace(/^.*●.*$/m, ''));
    const frames = us.frames(us.plain(error.stack) || text);
    const place = /^\s*(?:\w*Error: )?(\/[^\n:]+): .*\((\d+):\d+\)$/m.exec(text);  // Babel's syntax error
    const where = place && us.inside(place[1]);
    if (where) frames.push([where, Number(place[2]), '']);
    us.write({ kind: 'collect', id: us.inside(file.testFilePath), message, details: us.cut(text), frames, output: us.cut(printed, 2000) });
  }

  onRunComplete(contexts, results) {
    const failed = results.numFailedTests + results.numFailedTestSuites + (results.runExecError ? 1 : 0) > 0;
    us.write({ kind: 'finish', failed });
  }
}

function told(test, file) {
  const text = us.plain(test.failureMessages[0]);
  const detail = test.failureDetails?.[0] ?? {};
  const error = detail.error ?? detail;  // wrapped when it was thrown and not an assertion
  const matcher = error.matcherResult;
  const name = /^(\w+)(?: \[\w+\])?:/.exec(text)?.[1] ?? error.name ?? 'Error';
  const message = us.plain(matcher?.message ?? error.message ?? text.split('\n    at ')[0]);
  const frames = us.frames(error.stack ?? text);
  const record = {
    exception: matcher ? 'AssertionError' : name,
    message: us.inWords(matcher ? 'AssertionError' : name, message),
    details: us.cut(text),
    frames: frames.length ? frames : [[us.inside(file), test.location?.line ?? 1, '']],
  };
  const pair = matcher && 'expected' in matcher && 'actual' in matcher ? matcher
    : 'expected' in error && 'actual' in error ? error : undefined;
  if (pair && !/\.not\./.test(message)) {
    record.expected = us.shown(pair.expected);
    record.actual = us.shown(pair.actual);
  }
  return record;
}

module.exports = Reporter;
