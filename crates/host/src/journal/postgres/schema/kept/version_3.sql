-- Which form this is.
CREATE TABLE house (version BIGINT NOT NULL);

-- Gives every host that opens this journal a number of its own.
CREATE SEQUENCE replicas;

-- One row for each table of the house, with all that changes with an entry.
CREATE TABLE tables (
    id      TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    header  TEXT   NOT NULL,
    seq     BIGINT NOT NULL,
    hash    TEXT   NOT NULL,
    ending  TEXT,
    record  TEXT   NOT NULL,
    version BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    -- The stage, when its deadline strikes next, and when its time is up if that
    -- is later.
    stage   TEXT,
    due     BIGINT,
    ends    BIGINT,
    claimed BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

-- The entry lines, exactly as they stand in a file. No two are the same number.
CREATE TABLE entries (
    table_id TEXT   COLLATE "C" NOT NULL,
    seq      BIGINT NOT NULL,
    line     TEXT   NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- Ids of messages, and the entries they led to.
CREATE TABLE heard (
    table_id TEXT   COLLATE "C" NOT NULL,
    who      TEXT   COLLATE "C" NOT NULL,
    message  TEXT   COLLATE "C" NOT NULL,
    seq      BIGINT NOT NULL,
    time     BIGINT NOT NULL,
    PRIMARY KEY (table_id, who, message)
);

CREATE INDEX heard_time ON heard (time);

-- Words under which tables are found.
CREATE TABLE keys (
    key      TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (key, table_id)
);

CREATE INDEX keys_table ON keys (table_id);

-- A cache.
CREATE TABLE snapshots (
    table_id TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    seq      BIGINT NOT NULL,
    rules    BIGINT NOT NULL,
    state    TEXT   NOT NULL
);

-- What is still to be told. Ids are never used again.
CREATE TABLE outbox (
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id TEXT   COLLATE "C" NOT NULL,
    seq      BIGINT NOT NULL,
    viewer   TEXT   NOT NULL,
    told     TEXT   NOT NULL
);

CREATE INDEX outbox_table ON outbox (table_id);

-- Tasks that one holder has for a while.
CREATE TABLE leases (
    task   TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    holder TEXT   NOT NULL,
    until  BIGINT NOT NULL
);

-- What fronts have still to send.
CREATE TABLE notes (
    id   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key  TEXT   COLLATE "C" NOT NULL UNIQUE,
    note TEXT   NOT NULL
);

-- What was kept in this form by a service with four games of Diplomacy.
INSERT INTO entries VALUES ('774c19b69f3f0d3977128b078e8f71b4', 1, '{"seq":1,"stage":"S1901M","by":{"seat":1},"command":{"order":["A Par-Bur"]},"events":[{"order_noted":{"seat":1,"power":"FRANCE","order":"A PAR - BUR"}}],"fingerprint":"0ee4ec23018b54f8","time":1794952435066,"hash":"611a23d92037959cf3b9a068b4e22b71e021565f6ab233ed5ca42647a4fc4870"}');
INSERT INTO entries VALUES ('774c19b69f3f0d3977128b078e8f71b4', 2, '{"seq":2,"stage":"S1901M","by":{"seat":0},"command":{"order":["A Vie-Bud"]},"events":[{"order_noted":{"seat":0,"power":"AUSTRIA","order":"A VIE - BUD"}}],"fingerprint":"a2d0c045f2889bc9","time":1794952435082,"hash":"723849dcdc26071679a9125842246e71c10af36447fd5985ceb4806a2f3bf4ad"}');
INSERT INTO entries VALUES ('774c19b69f3f0d3977128b078e8f71b4', 3, '{"seq":3,"stage":"S1901M","by":{"seat":0},"command":"ready","events":[{"readied":{"power":"AUSTRIA"}}],"fingerprint":"275372dde2a7b4fd","time":1794952435101,"hash":"7ef8061ee0a1eba7204141e2f4d01f47df565759d67ca8d6c4e6a69b7144578b"}');
INSERT INTO entries VALUES ('774c19b69f3f0d3977128b078e8f71b4', 4, '{"seq":4,"stage":"S1901M","by":{"seat":1},"command":"ready","events":[{"readied":{"power":"FRANCE"}},{"phase_resolved":{"phase":"S1901M","orders":[{"power":"AUSTRIA","order":"A VIE - BUD","given":true,"results":["bounce"],"reason":{"code":"bounce","strengths":{"attack":0,"prevent":1},"causes":["A BUD H"],"text":"A VIE - BUD bounced: A BUD is of the same power and stays"}},{"power":"AUSTRIA","order":"A BUD H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A BUD had no order and held"}},{"power":"AUSTRIA","order":"F TRI H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"F TRI had no order and held"}},{"power":"FRANCE","order":"A PAR - BUR","given":true,"reason":{"code":"ok","strengths":{"attack":1,"prevent":1},"causes":[],"text":"A PAR - BUR succeeded unopposed"}},{"power":"FRANCE","order":"F BRE H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"F BRE had no order and held"}},{"power":"FRANCE","order":"A MAR H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A MAR had no order and held"}}],"next":{"phase":"F1901M","units":{"AUSTRIA":["A BUD","A VIE","F TRI"],"FRANCE":["A BUR","A MAR","F BRE"]},"centers":{"AUSTRIA":["BUD","TRI","VIE"],"FRANCE":["BRE","MAR","PAR"]}}}},{"phase_skipped":{"phase":"S1901R"}}],"fingerprint":"2304d60a57b1f6f6","time":1794952435117,"hash":"096e37c4888d79a8eb0e572b3d5ae955b10ba4d73acec6370c49788b45b8088f"}');
INSERT INTO entries VALUES ('774c19b69f3f0d3977128b078e8f71b4', 5, '{"seq":5,"stage":"F1901M","by":{"seat":0},"command":{"order":["A Bud-Ser"]},"events":[{"order_noted":{"seat":0,"power":"AUSTRIA","order":"A BUD - SER"}}],"fingerprint":"49d85e7b31857089","time":1794952435138,"hash":"a731c8c9a8fd37b804369767a14e88ef0934331678a11bcf0965e690870ee2a9"}');
INSERT INTO entries VALUES ('3988c9e161fdc9e6e0567687885c2cd5', 1, '{"seq":1,"stage":"S1901M","by":{"seat":1},"command":{"order":["A Par-Bur","A Mar-Spa","F Bre-MAO"]},"events":[{"order_noted":{"seat":1,"power":"FRANCE","order":"A PAR - BUR"}},{"order_noted":{"seat":1,"power":"FRANCE","order":"A MAR - SPA"}},{"order_noted":{"seat":1,"power":"FRANCE","order":"F BRE - MAO"}}],"fingerprint":"a5fc54ea4068fe0d","time":1794952435225,"hash":"dbb5d6995082be5051595caeac1b09e4c956a70fad952dfe833fe5b98c8bc13a"}');
INSERT INTO entries VALUES ('3988c9e161fdc9e6e0567687885c2cd5', 2, '{"seq":2,"stage":"S1901M","by":{"seat":0},"command":{"order":["A Vie-Bud"]},"events":[{"order_noted":{"seat":0,"power":"AUSTRIA","order":"A VIE - BUD"}}],"fingerprint":"82555f1854075af8","time":1794952435239,"hash":"f2182aae3374a2d2b3b62ecfc2f9ff251a848a7e5f27888d1a957fce3d8f5bd1"}');
INSERT INTO entries VALUES ('3988c9e161fdc9e6e0567687885c2cd5', 3, '{"seq":3,"stage":"S1901M","by":{"seat":0},"command":"ready","events":[{"readied":{"power":"AUSTRIA"}}],"fingerprint":"94d242c7832ab31f","time":1794952435246,"hash":"0e23dfa1f4c651d9a2e06d7d605eb0f903874951614464aadc80261264f43482"}');
INSERT INTO entries VALUES ('3988c9e161fdc9e6e0567687885c2cd5', 4, '{"seq":4,"stage":"S1901M","by":"clock","command":"resolve_early","events":[{"phase_resolved":{"phase":"S1901M","orders":[{"power":"AUSTRIA","order":"A VIE - BUD","given":true,"results":["bounce"],"reason":{"code":"bounce","strengths":{"attack":0,"prevent":1},"causes":["A BUD H"],"text":"A VIE - BUD bounced: A BUD is of the same power and stays"}},{"power":"AUSTRIA","order":"A BUD H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A BUD had no order and held"}},{"power":"AUSTRIA","order":"F TRI H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"F TRI had no order and held"}},{"power":"FRANCE","order":"A PAR - BUR","given":true,"reason":{"code":"ok","strengths":{"attack":1,"prevent":1},"causes":[],"text":"A PAR - BUR succeeded unopposed"}},{"power":"FRANCE","order":"A MAR - SPA","given":true,"reason":{"code":"ok","strengths":{"attack":1,"prevent":1},"causes":[],"text":"A MAR - SPA succeeded unopposed"}},{"power":"FRANCE","order":"F BRE - MAO","given":true,"reason":{"code":"ok","strengths":{"attack":1,"prevent":1},"causes":[],"text":"F BRE - MAO succeeded unopposed"}}],"next":{"phase":"F1901M","units":{"AUSTRIA":["A BUD","A VIE","F TRI"],"FRANCE":["A BUR","A SPA","F MAO"]},"centers":{"AUSTRIA":["BUD","TRI","VIE"],"FRANCE":["BRE","MAR","PAR"]}}}},{"phase_skipped":{"phase":"S1901R"}}],"fingerprint":"a8093019812ac3c3","time":1794952435256,"hash":"bf19a7df04a589b51f36a5438179791a6b30c05270295dee165e9d8d5d1d9457"}');
INSERT INTO entries VALUES ('3988c9e161fdc9e6e0567687885c2cd5', 5, '{"seq":5,"stage":"F1901M","by":{"seat":0},"command":{"propose_draw":[]},"events":[{"draw_proposed":{"seat":0,"by":"AUSTRIA","powers":["AUSTRIA","FRANCE"]}}],"fingerprint":"2bc7b1c1fd4fc4e9","time":1794952435285,"hash":"2cb746e86546d8e7de37d1a8043967dd2a5d48791f0e3430c9103dcf0b2e5508"}');
INSERT INTO entries VALUES ('774c19b69f3f0d3977128b078e8f71b4', 6, '{"seq":6,"stage":"F1901M","by":"clock","command":"resolve_early","events":[{"phase_resolved":{"phase":"F1901M","orders":[{"power":"AUSTRIA","order":"A BUD - SER","given":true,"reason":{"code":"ok","strengths":{"attack":1,"prevent":1},"causes":[],"text":"A BUD - SER succeeded unopposed"}},{"power":"AUSTRIA","order":"F TRI H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"F TRI had no order and held"}},{"power":"AUSTRIA","order":"A VIE H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A VIE had no order and held"}},{"power":"FRANCE","order":"F BRE H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"F BRE had no order and held"}},{"power":"FRANCE","order":"A BUR H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A BUR had no order and held"}},{"power":"FRANCE","order":"A MAR H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A MAR had no order and held"}}],"captured":[["SER",null,"AUSTRIA"]],"next":{"phase":"W1901A","units":{"AUSTRIA":["A SER","A VIE","F TRI"],"FRANCE":["A BUR","A MAR","F BRE"]},"centers":{"AUSTRIA":["BUD","SER","TRI","VIE"],"FRANCE":["BRE","MAR","PAR"]},"builds":{"AUSTRIA":1}}}},{"phase_skipped":{"phase":"F1901R"}}],"fingerprint":"95ca07fac95c6dc0","time":1794952438339,"hash":"6216ac6a2bcc69e5ff211c46ee4ae1ef9d3e331582de1127809dadf03dba1ba4"}');
INSERT INTO entries VALUES ('584b953cc2c12d6b9b7d85c18ece021d', 1, '{"seq":1,"stage":"S1901M","by":{"seat":0},"command":{"order":["A BUD H","F TRI H","A VIE H"]},"events":[{"order_noted":{"seat":0,"power":"AUSTRIA","order":"A BUD H"}},{"order_noted":{"seat":0,"power":"AUSTRIA","order":"F TRI H"}},{"order_noted":{"seat":0,"power":"AUSTRIA","order":"A VIE H"}}],"fingerprint":"a8c34876f8487bae","time":1794952438374,"hash":"3f21519009aacfbe004096f93438181cfa8857a26b84fb9822486fd0fbf8e5e5"}');
INSERT INTO entries VALUES ('584b953cc2c12d6b9b7d85c18ece021d', 2, '{"seq":2,"stage":"S1901M","by":{"seat":0},"command":"ready","events":[{"readied":{"power":"AUSTRIA"}}],"fingerprint":"28f091cbd9696f63","time":1794952438374,"hash":"3c8971e9530bc90fd09f05479acca9c671d2f218fc9348780eb044d03e3a523e"}');
INSERT INTO entries VALUES ('584b953cc2c12d6b9b7d85c18ece021d', 3, '{"seq":3,"stage":"S1901M","by":{"seat":1},"command":{"order":["A Par-Bur"]},"events":[{"order_noted":{"seat":1,"power":"FRANCE","order":"A PAR - BUR"}}],"fingerprint":"f12283aed608abd2","time":1794952438379,"hash":"210e55910bba3f5332167fee3c93d70658a284206d5fcfb0fe334bc16ca26c44"}');
INSERT INTO heard VALUES ('774c19b69f3f0d3977128b078e8f71b4', 'slack:U1', 'v0=a64cd2fef528cca3c9c3e3570d85a7c6f1aec3f8c50dff63ddf83028b6b959ae', 1, 1794952435066);
INSERT INTO heard VALUES ('774c19b69f3f0d3977128b078e8f71b4', 'slack:U2', 'v0=c150dcd17bf4e5e3a151e422b24e2fbc843a4849e2869b24fc9fa48c2adf972d', 2, 1794952435082);
INSERT INTO heard VALUES ('774c19b69f3f0d3977128b078e8f71b4', 'slack:U2', 'v0=8742af27d0cf8445972b6527acc74a82ab503d6fca8624e716aebe036e9338eb', 3, 1794952435101);
INSERT INTO heard VALUES ('774c19b69f3f0d3977128b078e8f71b4', 'slack:U1', 'v0=1d2519b5a672a641ac736ff779b671a75471c5d01bb89fc2f50148bd5e66acd7', 4, 1794952435117);
INSERT INTO heard VALUES ('774c19b69f3f0d3977128b078e8f71b4', 'slack:U2', 'v0=65db6cac52db26385d9cbfeaafe53953ff140acf7221bb2d32d26a84a958cd23', 5, 1794952435138);
INSERT INTO heard VALUES ('3988c9e161fdc9e6e0567687885c2cd5', 'slack:U3', 'v0=477e408c63d9a39ec0a548450d7b3c093da037f43e820a44623bf249cd35626e', 1, 1794952435225);
INSERT INTO heard VALUES ('3988c9e161fdc9e6e0567687885c2cd5', 'slack:U4', 'v0=dfdb9b8d3fb87d768ec7811969e146d1ba2131470b303afa1f024f98930cb489', 2, 1794952435239);
INSERT INTO heard VALUES ('3988c9e161fdc9e6e0567687885c2cd5', 'slack:U4', 'v0=189e4b3ecaab9ded4a89efcdbb77d2625d1eecc1eba79b041c485ea95d1fe751', 3, 1794952435246);
INSERT INTO heard VALUES ('3988c9e161fdc9e6e0567687885c2cd5', 'slack:U4', 'v0=db6e0c93caa40267934b425f0d2187ae4ec5f68e51cbbab8e8f0258e3829234e', 5, 1794952435285);
INSERT INTO heard VALUES ('584b953cc2c12d6b9b7d85c18ece021d', 'slack:U6', 'v0=9f36041842970a43607a8a10c6a87c466c34d0f7cfbe2cd35d4a9787dd1601e1', 3, 1794952438379);
INSERT INTO house VALUES (2);
INSERT INTO keys VALUES ('game:diplomacy', '774c19b69f3f0d3977128b078e8f71b4');
INSERT INTO keys VALUES ('tag:chat:slack:C1', '774c19b69f3f0d3977128b078e8f71b4');
INSERT INTO keys VALUES ('tag:code:XXSD7', '774c19b69f3f0d3977128b078e8f71b4');
INSERT INTO keys VALUES ('who:slack:U1', '774c19b69f3f0d3977128b078e8f71b4');
INSERT INTO keys VALUES ('who:slack:U2', '774c19b69f3f0d3977128b078e8f71b4');
INSERT INTO keys VALUES ('game:diplomacy', '3988c9e161fdc9e6e0567687885c2cd5');
INSERT INTO keys VALUES ('tag:chat:slack:C2', '3988c9e161fdc9e6e0567687885c2cd5');
INSERT INTO keys VALUES ('tag:code:Y4KFF', '3988c9e161fdc9e6e0567687885c2cd5');
INSERT INTO keys VALUES ('who:slack:U3', '3988c9e161fdc9e6e0567687885c2cd5');
INSERT INTO keys VALUES ('who:slack:U4', '3988c9e161fdc9e6e0567687885c2cd5');
INSERT INTO keys VALUES ('game:diplomacy', '2f595114db791b4dbc6db6412b7c2efa');
INSERT INTO keys VALUES ('tag:chat:slack:C3', '2f595114db791b4dbc6db6412b7c2efa');
INSERT INTO keys VALUES ('tag:code:JRD9G', '2f595114db791b4dbc6db6412b7c2efa');
INSERT INTO keys VALUES ('who:slack:U5', '2f595114db791b4dbc6db6412b7c2efa');
INSERT INTO keys VALUES ('game:diplomacy', '584b953cc2c12d6b9b7d85c18ece021d');
INSERT INTO keys VALUES ('tag:chat:slack:C4', '584b953cc2c12d6b9b7d85c18ece021d');
INSERT INTO keys VALUES ('tag:code:T5XQJ', '584b953cc2c12d6b9b7d85c18ece021d');
INSERT INTO keys VALUES ('who:slack:U6', '584b953cc2c12d6b9b7d85c18ece021d');
INSERT INTO keys VALUES ('tag:bots', '584b953cc2c12d6b9b7d85c18ece021d');
INSERT INTO keys VALUES ('who:bot:hold:0', '584b953cc2c12d6b9b7d85c18ece021d');
INSERT INTO leases VALUES ('task:slack:signature:v0=0f44823494cc9344b3a53298dd6de95df8ec9849b59cfdd7eca5a4b3fe00b3b1', 'b9746ad43e1dac87-0', 1794953035019);
INSERT INTO leases VALUES ('task:slack:signature:v0=64c27d855be64e98b8a4902d9c9feece82e9c9e03b449caac09ba5a50974275d', 'b9746ad43e1dac87-1', 1794953035039);
INSERT INTO leases VALUES ('task:slack:signature:v0=efdc35986ab927e977a684ac287994a16c522e3c20175b7be81d2efef99b994e', 'b9746ad43e1dac87-2', 1794953035052);
INSERT INTO leases VALUES ('task:slack:signature:v0=8cc30a7c85496cdd824c899a5a008dd902632029920b1893eef9355adf380247', 'b9746ad43e1dac87-3', 1794953035057);
INSERT INTO leases VALUES ('task:slack:signature:v0=a64cd2fef528cca3c9c3e3570d85a7c6f1aec3f8c50dff63ddf83028b6b959ae', 'b9746ad43e1dac87-4', 1794953035064);
INSERT INTO leases VALUES ('task:slack:signature:v0=c150dcd17bf4e5e3a151e422b24e2fbc843a4849e2869b24fc9fa48c2adf972d', 'b9746ad43e1dac87-5', 1794953035076);
INSERT INTO leases VALUES ('task:slack:signature:v0=8742af27d0cf8445972b6527acc74a82ab503d6fca8624e716aebe036e9338eb', 'b9746ad43e1dac87-6', 1794953035099);
INSERT INTO leases VALUES ('task:slack:signature:v0=1d2519b5a672a641ac736ff779b671a75471c5d01bb89fc2f50148bd5e66acd7', 'b9746ad43e1dac87-7', 1794953035114);
INSERT INTO leases VALUES ('task:sender', 'b9746ad43e1dac87', 1794952444526);
INSERT INTO leases VALUES ('task:slack:signature:v0=9dcfaabc90838104fca94b0a55164a13b263a35e262470b5b2fbd29f61a378c9', 'b9746ad43e1dac87-8', 1794953035126);
INSERT INTO leases VALUES ('task:slack:signature:v0=65db6cac52db26385d9cbfeaafe53953ff140acf7221bb2d32d26a84a958cd23', 'b9746ad43e1dac87-9', 1794953035136);
INSERT INTO leases VALUES ('task:sent:14:1', 'asking', 1794952435139);
INSERT INTO leases VALUES ('task:slack:signature:v0=45d6842373b60a7b89368cc178cd9933b32b3a0ade8795d2e8243348ba5b080b', 'b9746ad43e1dac87-10', 1794953035145);
INSERT INTO leases VALUES ('task:sent:14:0', 'sent', 1796162035146);
INSERT INTO leases VALUES ('task:slack:signature:v0=632b789d490e7d630b3cc6e1310b9946fe1229f0856cf03d9bc2db4049a18a3f', 'b9746ad43e1dac87-11', 1794953035176);
INSERT INTO leases VALUES ('outbox', 'b9746ad43e1dac87', 1794952444935);
INSERT INTO leases VALUES ('task:slack:signature:v0=c7ed3e72071c4156e2d7242c59dbd3400c2bb0997c80e3519d46041ceca6ed68', 'b9746ad43e1dac87-12', 1794953035186);
INSERT INTO leases VALUES ('task:slack:signature:v0=dc0f53f89ab661b95dda44439b3db1f005a8b0de2d04c0f33e2d835c1da0f6ca', 'b9746ad43e1dac87-13', 1794953035194);
INSERT INTO leases VALUES ('task:slack:signature:v0=477e408c63d9a39ec0a548450d7b3c093da037f43e820a44623bf249cd35626e', 'b9746ad43e1dac87-14', 1794953035221);
INSERT INTO leases VALUES ('task:slack:signature:v0=dfdb9b8d3fb87d768ec7811969e146d1ba2131470b303afa1f024f98930cb489', 'b9746ad43e1dac87-15', 1794953035237);
INSERT INTO leases VALUES ('task:slack:signature:v0=189e4b3ecaab9ded4a89efcdbb77d2625d1eecc1eba79b041c485ea95d1fe751', 'b9746ad43e1dac87-16', 1794953035244);
INSERT INTO leases VALUES ('task:slack:signature:v0=b68235fcf2e336dbe403bd857fa0cea49a248344c75c60d03291737516dbfc2b', 'b9746ad43e1dac87-17', 1794953035250);
INSERT INTO leases VALUES ('task:slack:signature:v0=db6e0c93caa40267934b425f0d2187ae4ec5f68e51cbbab8e8f0258e3829234e', 'b9746ad43e1dac87-18', 1794953035269);
INSERT INTO leases VALUES ('task:sent:30:1', 'asking', 1794952435275);
INSERT INTO leases VALUES ('task:slack:signature:v0=e19e737967f488051b2befd816b6ae7146def84f88d46ebfbcfd317163853029', 'b9746ad43e1dac87-19', 1794953035309);
INSERT INTO leases VALUES ('task:sent:30:0', 'sent', 1796162035353);
INSERT INTO leases VALUES ('task:slack:signature:v0=a388b778a7dd0169fb48d22256a17116b485b41ac3fe7674a25941a52c67e542', 'b9746ad43e1dac87-20', 1794953038328);
INSERT INTO leases VALUES ('task:slack:signature:v0=8eb5c24dc10147b13c9031e267bdbe0996471b39bbc9c8666d66fab78fcbf208', 'b9746ad43e1dac87-21', 1794953038344);
INSERT INTO leases VALUES ('task:slack:signature:v0=2715fc9c3cdb11c7a7ecaf0edcce5b6a1e58963033db96bf907968a7626976e0', 'b9746ad43e1dac87-22', 1794953038347);
INSERT INTO leases VALUES ('task:sent:36:0', 'asking', 1794952438352);
INSERT INTO leases VALUES ('task:sent:36:1', 'asking', 1794952438353);
INSERT INTO leases VALUES ('task:slack:signature:v0=f479453fba13058981d408bbdb7d35790cb074bb2da231519f04bf019f83f29c', 'b9746ad43e1dac87-23', 1794953038354);
INSERT INTO leases VALUES ('task:slack:signature:v0=fc1efe25be7683f68af15cf952f2ca9a2bb33ee71de6fae57f8c1b05a01aa2ef', 'b9746ad43e1dac87-24', 1794953038359);
INSERT INTO leases VALUES ('task:slack:signature:v0=4ecc1782066e6add00bc0eab3edc8c92a408bb87fc162bd643cd245b2f3f0324', 'b9746ad43e1dac87-25', 1794953038366);
INSERT INTO leases VALUES ('task:slack:signature:v0=75ee85e33b40de055d134d840c6daafffbdea858fb903c6453a21b05b6e6d714', 'b9746ad43e1dac87-26', 1794953038370);
INSERT INTO leases VALUES ('task:slack:signature:v0=9f36041842970a43607a8a10c6a87c466c34d0f7cfbe2cd35d4a9787dd1601e1', 'b9746ad43e1dac87-27', 1794953038378);
INSERT INTO outbox OVERRIDING SYSTEM VALUE VALUES (37, '774c19b69f3f0d3977128b078e8f71b4', 6, '"spectator"', '[{"notice":"The game master has stopped the clock."}]');
INSERT INTO outbox OVERRIDING SYSTEM VALUE VALUES (38, '2f595114db791b4dbc6db6412b7c2efa', 0, '"spectator"', '[{"notice":"u5 has opened game JRD9G. Map: Europe in 1901. Powers: Austria, England, France, Germany, Italy, Russia, Turkey.\nJoin with `join JRD9G` or `join JRD9G Austria`, here or in private; begin with `start`.\nSettings: map=standard movement=24h retreats=12h builds=12h hour=none zone=UTC weekends=play grace=0h misses=2 remind=25% bots=none draws=dias.","invites":{"platform":"slack","chat":"C3"}}]');
INSERT INTO outbox OVERRIDING SYSTEM VALUE VALUES (39, '2f595114db791b4dbc6db6412b7c2efa', 0, '"spectator"', '[{"notice":"u5 has joined as Austria."}]');
INSERT INTO outbox OVERRIDING SYSTEM VALUE VALUES (34, '774c19b69f3f0d3977128b078e8f71b4', 6, '{"seat":0}', '[{"phase_resolved":{"phase":"F1901M","orders":[{"power":"AUSTRIA","order":"A BUD - SER","given":true,"reason":{"code":"ok","strengths":{"attack":1,"prevent":1},"causes":[],"text":"A BUD - SER succeeded unopposed"}},{"power":"AUSTRIA","order":"F TRI H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"F TRI had no order and held"}},{"power":"AUSTRIA","order":"A VIE H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A VIE had no order and held"}},{"power":"FRANCE","order":"F BRE H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"F BRE had no order and held"}},{"power":"FRANCE","order":"A BUR H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A BUR had no order and held"}},{"power":"FRANCE","order":"A MAR H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A MAR had no order and held"}}],"captured":[["SER",null,"AUSTRIA"]],"next":{"phase":"W1901A","units":{"AUSTRIA":["A SER","A VIE","F TRI"],"FRANCE":["A BUR","A MAR","F BRE"]},"centers":{"AUSTRIA":["BUD","SER","TRI","VIE"],"FRANCE":["BRE","MAR","PAR"]},"builds":{"AUSTRIA":1}}}},{"phase_skipped":{"phase":"F1901R"}}]');
INSERT INTO outbox OVERRIDING SYSTEM VALUE VALUES (36, '774c19b69f3f0d3977128b078e8f71b4', 6, '"spectator"', '[{"phase_resolved":{"phase":"F1901M","orders":[{"power":"AUSTRIA","order":"A BUD - SER","given":true,"reason":{"code":"ok","strengths":{"attack":1,"prevent":1},"causes":[],"text":"A BUD - SER succeeded unopposed"}},{"power":"AUSTRIA","order":"F TRI H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"F TRI had no order and held"}},{"power":"AUSTRIA","order":"A VIE H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A VIE had no order and held"}},{"power":"FRANCE","order":"F BRE H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"F BRE had no order and held"}},{"power":"FRANCE","order":"A BUR H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A BUR had no order and held"}},{"power":"FRANCE","order":"A MAR H","given":false,"reason":{"code":"ok","strengths":{"hold":1},"causes":[],"text":"A MAR had no order and held"}}],"captured":[["SER",null,"AUSTRIA"]],"next":{"phase":"W1901A","units":{"AUSTRIA":["A SER","A VIE","F TRI"],"FRANCE":["A BUR","A MAR","F BRE"]},"centers":{"AUSTRIA":["BUD","SER","TRI","VIE"],"FRANCE":["BRE","MAR","PAR"]},"builds":{"AUSTRIA":1}}}},{"phase_skipped":{"phase":"F1901R"}}]');
INSERT INTO outbox OVERRIDING SYSTEM VALUE VALUES (40, '584b953cc2c12d6b9b7d85c18ece021d', 0, '"spectator"', '[{"notice":"u6 has opened game T5XQJ. Map: Duel: France against Austria. Powers: Austria, France.\nJoin with `join T5XQJ` or `join T5XQJ Austria`, here or in private; begin with `start`.\nSettings: map=duel movement=36h retreats=12h builds=12h hour=none zone=UTC weekends=play grace=0h misses=2 remind=25% bots=hold draws=dias.","invites":{"platform":"slack","chat":"C4"}}]');
INSERT INTO outbox OVERRIDING SYSTEM VALUE VALUES (41, '584b953cc2c12d6b9b7d85c18ece021d', 0, '"spectator"', '[{"notice":"u6 has joined as France."}]');
INSERT INTO outbox OVERRIDING SYSTEM VALUE VALUES (42, '584b953cc2c12d6b9b7d85c18ece021d', 0, '{"seat":1}', '[{"notice":"You are France in game T5XQJ. Deadline Thu 09:53 UTC, in 36 h. Send me your orders here, for instance `order F Bre - Eng`."}]');
INSERT INTO outbox OVERRIDING SYSTEM VALUE VALUES (43, '584b953cc2c12d6b9b7d85c18ece021d', 0, '"spectator"', '[{"notice":"Game T5XQJ begins.\nAustria: a hold bot\nFrance: u6\nSpring 1901, movement (S1901M). Deadline Thu 09:53 UTC, in 36 h. Send orders in private: `order A Vie-Bud`."}]');
INSERT INTO tables VALUES ('3988c9e161fdc9e6e0567687885c2cd5', '{"parlour":1,"game":"diplomacy","rules":1,"setup":{"map":"duel","rules":{},"draws":"dias","misses":2},"seed":"14814073656843528008"}', 5, '2cb746e86546d8e7de37d1a8043967dd2a5d48791f0e3430c9103dcf0b2e5508', NULL, '{"title":"Diplomacy Y4KFF","game":"diplomacy","owner":"slack:U3","created":1794952435151,"started":1794952435202,"chairs":[{"identity":"slack:U4","name":"u4"},{"identity":"slack:U3","name":"u3"}],"spectators":[],"open":true,"invitations":[],"paused":null,"letters":true,"settings":{"code":"Y4KFF","settings":"map=duel movement=36h retreats=12h builds=12h hour=none zone=UTC weekends=play grace=0h misses=2 remind=25% bots=hold draws=dias","windows":[{"platform":"slack","chat":"C2"}],"waiting":[],"paused":null,"graced":"S1901M","forced":"S1901M","reminded":null,"used":[],"heard":[["slack:U3","v0=45d6842373b60a7b89368cc178cd9933b32b3a0ade8795d2e8243348ba5b080b"],["slack:U3","v0=632b789d490e7d630b3cc6e1310b9946fe1229f0856cf03d9bc2db4049a18a3f"],["slack:U4","v0=c7ed3e72071c4156e2d7242c59dbd3400c2bb0997c80e3519d46041ceca6ed68"],["slack:U3","v0=dc0f53f89ab661b95dda44439b3db1f005a8b0de2d04c0f33e2d835c1da0f6ca"],["slack:U3","v0=b68235fcf2e336dbe403bd857fa0cea49a248344c75c60d03291737516dbfc2b"]]},"tags":["code:Y4KFF","chat:slack:C2"],"forked_from":null,"moved_to":null,"undo":null}', 5, 1794952435285, 'F1901M', 1795049635256, 1795082035256, 0);
INSERT INTO tables VALUES ('774c19b69f3f0d3977128b078e8f71b4', '{"parlour":1,"game":"diplomacy","rules":1,"setup":{"map":"duel","rules":{},"draws":"dias","misses":2},"seed":"16830484881887185851"}', 6, '6216ac6a2bcc69e5ff211c46ee4ae1ef9d3e331582de1127809dadf03dba1ba4', NULL, '{"title":"Diplomacy XXSD7","game":"diplomacy","owner":"slack:U1","created":1794952435033,"started":1794952435061,"chairs":[{"identity":"slack:U2","name":"u2"},{"identity":"slack:U1","name":"u1"}],"spectators":[],"open":true,"invitations":[],"paused":null,"letters":true,"settings":{"code":"XXSD7","settings":"map=duel movement=24h retreats=12h builds=12h hour=none zone=Europe/Berlin weekends=play grace=0h misses=2 remind=25% bots=none draws=dias","windows":[{"platform":"slack","chat":"C1"}],"waiting":[],"paused":{"left":43199994,"phase":"W1901A"},"graced":"F1901M","forced":"F1901M","reminded":null,"used":[],"heard":[["slack:U1","v0=0f44823494cc9344b3a53298dd6de95df8ec9849b59cfdd7eca5a4b3fe00b3b1"],["slack:U1","v0=64c27d855be64e98b8a4902d9c9feece82e9c9e03b449caac09ba5a50974275d"],["slack:U2","v0=efdc35986ab927e977a684ac287994a16c522e3c20175b7be81d2efef99b994e"],["slack:U1","v0=8cc30a7c85496cdd824c899a5a008dd902632029920b1893eef9355adf380247"],["slack:U1","v0=9dcfaabc90838104fca94b0a55164a13b263a35e262470b5b2fbd29f61a378c9"],["slack:U1","v0=a388b778a7dd0169fb48d22256a17116b485b41ac3fe7674a25941a52c67e542"],["slack:U1","v0=8eb5c24dc10147b13c9031e267bdbe0996471b39bbc9c8666d66fab78fcbf208"]]},"tags":["code:XXSD7","chat:slack:C1"],"forked_from":null,"moved_to":null,"undo":null}', 7, 1794952438345, NULL, NULL, NULL, 0);
INSERT INTO tables VALUES ('2f595114db791b4dbc6db6412b7c2efa', '{"parlour":1,"game":"diplomacy","rules":1,"setup":{"map":"standard","rules":{},"draws":"dias","misses":2},"seed":"6212687359645573080"}', 0, '511d5e48aea5f39ca622ab39d6eaa273a6d58eade8ff122ee8d60f68876c16d6', NULL, '{"title":"Diplomacy JRD9G","game":"diplomacy","owner":"slack:U5","created":1794952438349,"started":null,"chairs":[{"identity":"slack:U5","name":"u5"},null,null,null,null,null,null],"spectators":[],"open":true,"invitations":[],"paused":null,"letters":true,"settings":{"code":"JRD9G","settings":"map=standard movement=24h retreats=12h builds=12h hour=none zone=UTC weekends=play grace=0h misses=2 remind=25% bots=none draws=dias","windows":[{"platform":"slack","chat":"C3"}],"waiting":[],"paused":null,"graced":null,"reminded":null,"used":[],"heard":[["slack:U5","v0=2715fc9c3cdb11c7a7ecaf0edcce5b6a1e58963033db96bf907968a7626976e0"],["slack:U5","v0=f479453fba13058981d408bbdb7d35790cb074bb2da231519f04bf019f83f29c"]]},"tags":["code:JRD9G","chat:slack:C3"],"forked_from":null,"moved_to":null,"undo":null}', 2, 1794952438356, NULL, NULL, NULL, 0);
INSERT INTO tables VALUES ('584b953cc2c12d6b9b7d85c18ece021d', '{"parlour":1,"game":"diplomacy","rules":1,"setup":{"map":"duel","rules":{},"draws":"dias","misses":2},"seed":"10770129325538708984"}', 3, '210e55910bba3f5332167fee3c93d70658a284206d5fcfb0fe334bc16ca26c44', NULL, '{"title":"Diplomacy T5XQJ","game":"diplomacy","owner":"slack:U6","created":1794952438361,"started":1794952438372,"chairs":[{"identity":"bot:hold:0","name":"a hold bot","bot":"hold"},{"identity":"slack:U6","name":"u6"}],"spectators":[],"open":true,"invitations":[],"paused":null,"letters":true,"settings":{"code":"T5XQJ","settings":"map=duel movement=36h retreats=12h builds=12h hour=none zone=UTC weekends=play grace=0h misses=2 remind=25% bots=hold draws=dias","windows":[{"platform":"slack","chat":"C4"}],"waiting":[],"paused":null,"graced":null,"reminded":null,"used":[],"heard":[["slack:U6","v0=fc1efe25be7683f68af15cf952f2ca9a2bb33ee71de6fae57f8c1b05a01aa2ef"],["slack:U6","v0=4ecc1782066e6add00bc0eab3edc8c92a408bb87fc162bd643cd245b2f3f0324"],["slack:U6","v0=75ee85e33b40de055d134d840c6daafffbdea858fb903c6453a21b05b6e6d714"]]},"tags":["code:T5XQJ","chat:slack:C4","bots"],"forked_from":null,"moved_to":null,"undo":null}', 3, 1794952438379, 'S1901M', 1795049638372, 1795082038372, 0);
SELECT pg_catalog.setval('notes_id_seq', 1, false);
SELECT pg_catalog.setval('outbox_id_seq', 48, true);
SELECT pg_catalog.setval('replicas', 1, true);

-- Tables have faces, so that lists load none of them. Those of tables that are here
-- already are made by whoever lists them first: only the game knows them. Whether
-- anything more happens at a table is known at once.
ALTER TABLE tables ADD COLUMN closed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN face TEXT;
UPDATE tables SET closed = greatest(changed, 1)
    WHERE ending IS NOT NULL OR record LIKE '%"moved_to":"%';
CREATE INDEX tables_closed ON tables (closed, id);
CREATE INDEX tables_faceless ON tables (id) WHERE face IS NULL;

ALTER TABLE keys ADD COLUMN closed BIGINT NOT NULL DEFAULT 0;
UPDATE keys SET closed = tables.closed FROM tables
    WHERE tables.id = keys.table_id AND tables.closed > 0;
CREATE INDEX keys_closed ON keys (key, closed, table_id);

UPDATE house SET version = 3;
