=== content.xml
<?xml version="1.0" encoding="utf-8"?>
<content id="ship_mod" name="A ship" version="100"/>

=== index/macros.xml
<?xml version="1.0" encoding="utf-8"?>
<index>
  <entry name="a" value="assets\units\a"/>
  <entry name="b" value="assets\units\b"/>
  <entry name="c" value="extensions\other\assets\units\c"/>
</index>

=== with/assets/units/a.xml
<macros>
  <macro name="a" class="ship_s">
    <component ref="ship"/>
  </macro>
</macros>

=== with/index/macros.xml
<?xml version="1.0" encoding="utf-8"?>
<index>
  <entry name="b" value="b"/>
</index>

=== with/extensions/other/content.xml
<content id="other"/>
=== with/extensions/other/assets/units/d.xml
<macros>
  <macro name="d" class="ship_s">
    <component ref="ship"/>
  </macro>
</macros>

