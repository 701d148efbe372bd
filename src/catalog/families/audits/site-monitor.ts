import { flag, id, number, text, timestamp, url, count } from '../../vocabulary/fields.ts';
import { one, paged, assumed, maybe } from '../../vocabulary/answer.ts';
import { del, family, get, post, put, unlisted, likely } from '../../vocabulary/index.ts';

const monitor = {
  id,
  status: text,
  ...maybe({ url: text, name: text, interval_minutes: number, last_checked_at: timestamp, created_at: timestamp }),
};

/** Rules: docs/platform/audits.md#site-monitor. */
export const siteMonitor = family(
  'site_monitor',
  'Watches whether a site is up and fast',
  {
    words:
      'uptime downtime availability performance ping pagespeed is the website up online reachable shop down, uptime',
  },
  () => ({
    list: get('/site-monitor', {
      does: 'List monitored sites',
      asked: 'monitors, which websites are checked for uptime, configured uptime monitors',
      output: paged(monitor),
    }),
    create: post('/site-monitor', {
      does: 'Monitor a site; its settings go into body',
      changes: 'Embedded platform: checks begin at once; the same site is accepted twice.',
      asked:
        'watch new add, tell me warn alert when our site goes down offline, watch whether the website is up, alert me if the shop is offline, watch availability, new uptime monitor, add website to uptime monitoring, monitor a new site',
      example: { url: 'https://example.com', name: 'Shop' },
      likely: {
        url: likely(url, 'the site; it is fetched', 'domain'),
        name: likely(text, 'what the monitor is called'),
        interval_minutes: likely(number, 'how often it is checked', 'interval check_interval frequency'),
        alert_email: likely(text, 'who is notified of an outage', 'email notify'),
      },
      output: one(monitor),
      status: 201,
    }),
    get: get('/site-monitor/{id}', {
      does: 'Show a monitor',
      asked:
        'status details, is our website up or down right now, how is this monitor set, current state of an uptime monitor, is our website online, monitor status',
      output: one(monitor),
    }),
    update: put('/site-monitor/{id}', {
      does: "Change a monitor's settings",
      asked: 'check the uptime more often, change interval of the monitor, reconfigure uptime monitor, check interval',
      example: { interval_minutes: 30 },
      likely: {
        url: likely(url, 'as on create', 'domain'),
        name: likely(text, 'as on create'),
        interval_minutes: likely(
          number,
          'how often it is checked',
          'interval check_interval frequency timeout settings',
        ),
        alert_email: likely(text, 'who is notified of an outage', 'email notify notifications'),
        expected_status: likely(number, 'HTTP status that counts as up', 'keyword regions'),
        is_active: likely(flag, 'whether it is checked; pause and resume switch it'),
      },
      output: one(monitor),
    }),
    delete: del('/site-monitor/{id}', {
      does: 'Delete a monitor',
      changes:
        'No operation brings it back; site_monitor.pause keeps it. Embedded platform: removes its checks, incidents and measurements.',
      asked:
        'remove stop watching, no longer check uptime of a website, remove uptime monitor, stop watching availability for ever, stop monitoring a site',
    }),
    pause: post('/site-monitor/{id}/pause', {
      does: 'Pause a monitor',
      changes: 'site_monitor.resume undoes it.',
      asked:
        'stop suspend, stop uptime checks during maintenance for a while, monitor off for now, mute downtime checks, suspend availability monitoring, no alarms during maintenance',
      output: assumed(monitor),
    }),
    resume: post('/site-monitor/{id}/resume', {
      does: 'Resume a paused monitor',
      changes: 'site_monitor.pause undoes it.',
      asked: 'continue, go on with uptime checks, monitor back on, unpause uptime monitor, availability checks again',
      output: assumed(monitor),
    }),
    check_now: post('/site-monitor/{id}/check-now', {
      does: 'Check a monitored site now',
      changes: 'Embedded platform: adds a check; the schedule stays.',
      asked:
        'test run immediately, is the site reachable this very moment, ping it now, immediate availability check, is the homepage online, check availability',
      output: assumed({ id, status: text }),
      status: 202,
      price: unlisted('the site is fetched and measured; no cost is listed'),
      shows: 'the newest row of site_monitor.checks',
    }),
    checks: get('/site-monitor/{id}/checks', {
      does: "List a monitor's checks",
      asked:
        'response time history, response times of the website, earlier uptime checks log, uptime check log, latency, response codes, was the site online, last uptime checks, is our homepage online',
      output: paged({
        id,
        ...maybe({
          site_monitor_id: id,
          is_up: flag,
          status_code: count,
          response_ms: number,
          checked_at: timestamp,
        }),
      }),
    }),
    incidents: get('/site-monitor/{id}/incidents', {
      does: "List a monitor's incidents",
      asked: 'when was our site down offline, outages in the past, how long, downtime history, outage list',
      output: paged({
        id,
        ...maybe({ site_monitor_id: id, started_at: timestamp, resolved_at: timestamp, reason: text }),
      }),
    }),
    lighthouse: get('/site-monitor/{id}/lighthouse', {
      does: 'List Lighthouse measurements of a monitored site',
      asked: 'how fast is our website loading, page speed over time, core web vitals history, performance score',
      output: paged(
        maybe({
          id,
          site_monitor_id: id,
          performance: number,
          accessibility: number,
          best_practices: number,
          seo: number,
          measured_at: timestamp,
        }),
      ),
    }),
  }),
);
