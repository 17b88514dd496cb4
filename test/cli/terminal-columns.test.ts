// What stands below one another in a terminal: the columns of the route table, and the carets of a mistake.

import stringWidth from 'fast-string-width';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkFolder } from '../support/test-terminal.js';

let folder: WorkFolder;
beforeEach(() => {
  folder = new WorkFolder();
});
afterEach(() => folder.remove());

describe('the table', () => {
  it('gives many verbs several lines in a narrow terminal', async () => {
    folder.write({
      'config/routes':
        "routes {\n  match '/echo', to => 'echo#show', via => *, as => 'echo'\n  root to => 'home#index'\n}\n",
    });
    const table = async (columns?: number): Promise<string[]> =>
      (await folder.run(['routes'], '', '.', columns)).output.split('\n');
    expect(await table(50)).toEqual([
      'Name  Verbs                    Pattern  Target',
      'echo  GET, HEAD, POST, PUT,    /echo    echo#show',
      '      PATCH, DELETE, OPTIONS',
      'root  GET                      /        home#index',
    ]);
    expect((await table(20)).slice(0, 3)).toEqual([
      'Name  Verbs     Pattern  Target',
      'echo  GET,      /echo    echo#show',
      '      HEAD,',
    ]);
    expect(await table(200)).toEqual(await table());
    expect(await table()).toHaveLength(3);
  });

  it('stands in columns whatever letters the names and paths have', async () => {
    folder.write({
      'config/routes': `routes {
  get '/写真/:id', to => 'a#b', as => '写真';
  get '/ｶﾒﾗ・👨‍👩‍👧', to => 'a#b', as => 'ｶﾒﾗ';
  get '/plain', to => 'a#b', as => 'cafe\u0301';
}
`,
    });
    expect((await folder.run(['routes'])).output.split('\n')).toEqual([
      'Name  Verbs  Pattern    Target',
      '写真  GET    /写真/:id  a#b',
      'ｶﾒﾗ   GET    /ｶﾒﾗ・👨‍👩‍👧   a#b',
      'cafe\u0301  GET    /plain     a#b',
    ]);
  });
});

describe('the carets', () => {
  const shown = async (line: string, columns?: number): Promise<string[]> => {
    folder.write({ routes: `routes {\n${line}\n}\n` });
    const { output } = await folder.run(['lint'], '', '.', columns);
    const lines = output.split('\n');
    const at = lines.findIndex((text) => text.startsWith('2 | '));
    return lines.slice(at, at + 2);
  };

  it('stand below what is wrong, also behind letters that are two columns wide, or none', async () => {
    expect(await shown("get '/日本語👩', tto => 'a#b'")).toEqual([
      "2 | get '/日本語👩', tto => 'a#b'",
      '  |                  ^^^',
    ]);
    expect(await shown("get '/cafe\u0301', tto => 'a#b'")).toEqual([
      "2 | get '/cafe\u0301', tto => 'a#b'",
      '  |              ^^^',
    ]);
    expect(await shown("get '/ｶﾒﾗ・㈱🇯🇵👨‍👩‍👧', tto => 'a#b'")).toEqual([
      "2 | get '/ｶﾒﾗ・㈱🇯🇵👨‍👩‍👧', tto => 'a#b'",
      '  |                     ^^^',
    ]);
  });

  it('stand in a terminal of any width, to which a long line is cut', async () => {
    const line = `get '${'/long'.repeat(40)}', tto => 'a#b', as => '${'name_'.repeat(40)}'`;
    for (const columns of [40, 80, 120, undefined]) {
      const [text = '', carets = ''] = await shown(line, columns);
      expect(text.length).toBeLessThanOrEqual(Math.min(columns ?? Infinity, 144));
      expect(text.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('tto');
    }
    const wide = `get '${'/長い道'.repeat(20)}', tto => 'a#b', as => '${'名前'.repeat(20)}'`;
    for (const columns of [40, 80, 120]) {
      const [text = '', carets = ''] = await shown(wide, columns);
      expect(stringWidth(text)).toBeLessThanOrEqual(columns);
      expect(stringWidth(text.slice(0, text.indexOf('tto')))).toBe(carets.indexOf('^'));
    }
    const [tabbed = ''] = await shown(`\t\t\tget '/長い', tto => 'a#b'`, 40);
    expect(tabbed).toBe("2 |    get '/長い', tto => 'a#b'");
    const [emoji = ''] = await shown(`get '${'👩'.repeat(70)}', tto => 'a#b'`, 40);
    expect(emoji.isWellFormed()).toBe(true);
  });
});
