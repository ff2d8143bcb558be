=== content.xml
<content id="a"/>
=== md/a.xml
/a
